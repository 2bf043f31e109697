import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import { useParams } from '../../../lib/router.js'
import { paths } from '../../../lib/paths.js'
import { NotFound } from '../../../ui/ErrorPage.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { isNotFound, useLiveCounters, useWork } from '../use-work.js'
import { WorkStage } from './WorkStage.js'
import './work-page.css'
import './embed-page.css'

// WorkGallery is loaded on demand, because embedded pages must stay small. Here only works without a garment show the
// gallery, and such works are few.
const WorkGallery = lazy(async () => ({ default: (await import('./WorkGallery.js')).WorkGallery }))

export function EmbedPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useWork(id)
  if (query.data) return <Embedded work={query.data} />
  if (isNotFound(query.error)) return <NotFound />
  if (query.error) return <LoadFailed text={t('work.failed')} of={query} />
  return <div className="embed" role="status" aria-label={t('app.loading')} />
}

function Embedded({ work }: { work: Work }) {
  const { t } = useTranslation()
  useLiveCounters(work)
  const title = work.title || t('home.noTitle')
  return (
    <article className="embed">
      {work.uploadId ? (
        <WorkStage work={work} title={title} mine={false} />
      ) : (
        <Suspense fallback={<div className="work-stage" />}>
          <WorkGallery work={work} title={title} mine={false} />
        </Suspense>
      )}
      <div className="embed-line">
        <h1>
          <a href={paths.work(work.id)} target="_blank" rel="noopener">
            <bdi>{title}</bdi>
          </a>
        </h1>
        <span className="muted">{t('home.by', { name: work.creator.nickname || work.creator.name })}</span>
        <span className="embed-brand">Toile</span>
      </div>
    </article>
  )
}
