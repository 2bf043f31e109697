import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import { paths } from '../../lib/paths.js'
import { useSearchParams } from '../../lib/router.js'
import { useSession } from '../../lib/session.js'
import { ButtonLink } from '../../ui/Button.js'
import { Copied } from '../../ui/copy/Copied.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Picture } from '../../ui/Picture.js'
import { Loading } from '../../ui/Skeleton.js'
import { isNotFound, useWork } from './use-work.js'
import './share-success.css'

export function ShareSuccessPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useWork(id)
  if (query.data) return <Ways work={query.data} isPublished={search.get('after') !== 'share'} />
  if (id === '') return <NoWork />
  if (isNotFound(query.error)) return <NotFound />
  if (query.error) return <LoadFailed text={t('work.failed')} of={query} />
  return <Loading className="share-page" height={410} width="308px" />
}

/** This notice is shown if the address has no `id` of a work. The specification requires it. */
function NoWork() {
  const { t } = useTranslation()
  return (
    <article className="share-page">
      <div className="share-text">
        <PageHeading title={t('share.noWork')} />
        <p className="muted">{t('share.noWorkText')}</p>
        <div className="share-end">
          <ButtonLink variant="filled" to={paths.home}>
            {t('errors.toHome')}
          </ButtonLink>
          <ButtonLink to={paths.upload}>{t('share.upload')}</ButtonLink>
        </div>
      </div>
    </article>
  )
}

function Ways({ work, isPublished }: { work: Work; isPublished: boolean }) {
  const { t } = useTranslation()
  const mine = useSession()?.id === work.creator.id
  const title = work.title || t('home.noTitle')
  const link = location.origin + paths.work(work.id)
  const frame = `<iframe src="${location.origin}/embed/${work.id}" width="640" height="480" style="border:0" allowfullscreen></iframe>`
  const isPublic = work.state === 'released' && work.visibility === 'public'
  return (
    <article className="share-page">
      <div className="share-cover">{work.cover && <Picture image={work.cover} sizes="308px" first />}</div>
      <div className="share-text">
        <PageHeading title={t(isPublished ? 'share.published' : 'share.copied', { title })} />
        {isPublic ? (
          <>
            <p className="muted">{t('share.text')}</p>
            <Copied label={t('share.link')} text={link} />
            {work.model && <Copied label={t('share.embed')} text={frame} />}
          </>
        ) : (
          <p className="muted">{t('share.private')}</p>
        )}
        <div className="share-end">
          <ButtonLink variant="filled" to={paths.work(work.id)}>
            {t('share.see')}
          </ButtonLink>
          {mine && <ButtonLink to={paths.upload}>{t('share.another')}</ButtonLink>}
        </div>
      </div>
    </article>
  )
}
