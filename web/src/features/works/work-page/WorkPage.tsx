import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import { paths } from '../../../lib/paths.js'
import { Link, useParams } from '../../../lib/router.js'
import { useSession } from '../../../lib/session.js'
import { NotFound } from '../../../ui/ErrorPage.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { Comments } from '../../comments/Comments.js'
import { PinsProvider } from '../../comments/pins.js'
import { UserLink } from '../../creators/UserLink.js'
import { Counts } from '../Counts.js'
import { ProprietaryFile } from '../../models/ProprietaryFile.js'
import { ModelReport } from '../../models/ModelReport.js'
import { Versions } from './Versions.js'
import { WorkActions } from './WorkActions.js'
import { useCategoryName } from '../use-category-name.js'
import { isNotFound, useLiveCounters, useWork } from '../use-work.js'
import { WorkFacts } from './WorkFacts.js'
import { WorkGallery } from './WorkGallery.js'
import { Button, ButtonLink } from '../../../ui/Button.js'
import { useWorkTransition } from '../work-transitions.js'
import './work-page.css'

/** HiddenNotice is loaded on demand, because few works are hidden. */
const HiddenNotice = lazy(() => import('../HiddenNotice.js'))

export function WorkPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useWork(id)
  if (query.data)
    return (
      <PinsProvider key={id}>
        <WorkView work={query.data} />
      </PinsProvider>
    )
  if (isNotFound(query.error)) return <NotFound />
  if (query.error) return <LoadFailed text={t('work.failed')} of={query} />
  return (
    <div className="work-page" role="status" aria-label={t('app.loading')}>
      <div className="work-stage" />
      <Skeleton height={37} width="320px" />
    </div>
  )
}

function WorkView({ work }: { work: Work }) {
  const { t } = useTranslation()
  const mine = useSession()?.id === work.creator.id
  const title = work.title || t('home.noTitle')
  const nameOf = useCategoryName()
  useLiveCounters(work)
  return (
    <article className="work-page">
      {work.hidden && (
        <Suspense>
          <HiddenNotice hidden={work.hidden} mine={mine} appealFor={work.id} />
        </Suspense>
      )}
      {mine && <OwnerBar work={work} />}
      <WorkGallery key={work.model?.url} work={work} title={title} mine={mine} />
      <div className="work-text">
        <div>
          <PageHeading title={title} />
          <div className="work-line">
            <UserLink user={work.creator} />
            <Counts counters={work.counters} />
            {work.model && <Link to={paths.compare(work.id)}>{t('compare.open')}</Link>}
          </div>
          <WorkActions work={work} mine={mine} />
          <p className="work-intro" dir="auto">
            {work.intro}
          </p>
          <ul className="work-tags" aria-label={t('work.tags')}>
            {work.categories.map((category) => (
              <li key={category}>
                <Link to={paths.feed({ category })}>{nameOf(category)}</Link>
              </li>
            ))}
            {work.tags.map((tag) => (
              <li key={`#${tag}`}>
                <Link to={paths.feed({ tag })}>
                  <bdi>#{tag}</bdi>
                </Link>
              </li>
            ))}
          </ul>
          {work.state !== 'trashed' && (
            <Comments on={{ kind: 'works', id: work.id }} count={work.counters.comments} ownerId={work.creator.id} />
          )}
        </div>
        <div>
          <WorkFacts work={work} />
          {work.proprietary && <ProprietaryFile file={work.proprietary} />}
          {work.model && <ModelReport {...work.model} />}
          {work.model && <Versions work={work} />}
        </div>
      </div>
    </article>
  )
}

function OwnerBar({ work }: { work: Work }) {
  const { t } = useTranslation()
  const { move, busy } = useWorkTransition()
  const released = work.state === 'released'
  const trashed = work.state === 'trashed'
  const text = released && work.visibility === 'private' ? 'privateBar' : (`${work.state}Bar` as const)
  return (
    <div className="owner-bar" role="group" aria-label={t('app.myWorks')}>
      <p>{!work.hidden && t(`work.${text}`)}</p>
      {!trashed && (
        <ButtonLink to={paths.editWork(work.id)}>{t(released ? 'work.edit' : 'work.editAndPublish')}</ButtonLink>
      )}
      {released && (
        <Button busy={busy} onClick={() => move(work, 'unpublish')}>
          {t('work.unpublish')}
        </Button>
      )}
      {trashed ? (
        <Button busy={busy} onClick={() => move(work, 'restore')}>
          {t('work.restore')}
        </Button>
      ) : (
        <Button busy={busy} onClick={() => move(work, 'trash')}>
          {t('work.trash')}
        </Button>
      )}
    </div>
  )
}
