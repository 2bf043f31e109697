import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Work, workRoutes } from '@toile/contracts/works'
import { ask, CallFailure } from '../../api.js'
import { useParams } from '../../router.js'
import { useSession } from '../../session.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { formatBytes, formatDate, formatNumber } from '../../ui/format.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { OwnerBar } from './OwnerBar.js'
import { WorkStage } from './WorkStage.js'
import './work-page.css'

/** A work: its picture and 3D view, then what its creator says about it. */
export function WorkPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['works', id],
    queryFn: ({ signal }) => ask<typeof workRoutes.getWork>('GET', `/works/${encodeURIComponent(id)}`, {}, { signal }),
  })
  if (query.data) return <WorkView work={query.data} />
  // A work that is not there, and one that is not for this reader, look the same: also a malformed id (422).
  if (query.error instanceof CallFailure && [404, 422].includes(query.error.failed.status)) return <NotFound />
  if (query.error)
    return <LoadFailed text={t('work.failed')} reason={query.error.message} retry={() => void query.refetch()} />
  return (
    <div className="work-page" role="status" aria-label={t('app.loading')}>
      <div className="work-stage">
        <Skeleton height={924} />
      </div>
      <Skeleton height={36} width="320px" />
    </div>
  )
}

function WorkView({ work }: { work: Work }) {
  const { t } = useTranslation()
  const mine = useSession()?.id === work.creator.id
  const title = work.title || t('work.noTitle')
  return (
    <article className="work-page">
      {mine && <OwnerBar work={work} />}
      <WorkStage key={work.model?.url} work={work} title={title} mine={mine} />
      <div className="work-text">
        <div>
          <PageHeading title={title} />
          <p className="work-creator">{t('home.by', { name: work.creator.nickname || work.creator.name })}</p>
          <p className="work-intro">{work.intro}</p>
          <ul className="work-tags" aria-label={t('work.tags')}>
            {work.categories.map((category) => (
              <li key={category}>{t(`categories.${category}`)}</li>
            ))}
            {work.tags.map((tag) => (
              <li key={`#${tag}`}>#{tag}</li>
            ))}
          </ul>
        </div>
        <Facts work={work} />
      </div>
    </article>
  )
}

function Facts({ work }: { work: Work }) {
  const { t } = useTranslation()
  const facts: [string, string][] = []
  if (work.model) {
    facts.push([t('work.triangles'), formatNumber(work.model.facts.triangles)])
    facts.push([t('work.size'), formatBytes(work.model.bytes)])
  }
  if (work.releasedAt) facts.push([t('work.released'), formatDate(work.releasedAt)])
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{t('work.facts')}</h2>
      <dl className="work-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
