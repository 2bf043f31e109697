import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works'
import { paths } from '../../paths.js'
import { Link, useSearchParams } from '../../router.js'
import { useShownTheme } from '../../theme.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { PartBoundary } from '../../ui/PartBoundary.js'
import { CompareChoice } from './CompareChoice.js'
import { isNotFound, posterOf, useWork } from './use-work.js'
import { useViewerWords } from './viewer-words.js'
import { WorkFacts } from './WorkFacts.js'
import './compare-page.css'

const Compare = lazy(() => import('../../viewer/compare/Compare.js'))

/** Two works beside each other under one camera; as long as there is only one, the other is chosen here. */
export function ComparePage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [one, other] = [useWork(search.get('one') ?? ''), useWork(search.get('other') ?? '')]
  const broken = [one, other].find(({ error }) => error)
  if (!search.get('one') || (broken && isNotFound(broken.error))) return <NotFound />
  if (broken?.error)
    return <LoadFailed text={t('work.failed')} reason={broken.error.message} retry={() => void broken.refetch()} />
  return (
    <article className="compare-page">
      <PageHeading title={t('compare.title')} />
      {one.data && !search.get('other') && <CompareChoice work={one.data} />}
      {search.get('other') && (
        <div className="compare-stage">{one.data && other.data && <Both works={[one.data, other.data]} />}</div>
      )}
      {one.data && other.data && (
        <div className="compare-texts">
          {[one.data, other.data].map((work, i) => (
            <div key={i}>
              <h2>
                <Link to={paths.work(work.id)}>{work.title || t('home.noTitle')}</Link>
              </h2>
              <p className="muted">{t('home.by', { name: work.creator.nickname || work.creator.name })}</p>
              <WorkFacts work={work} />
            </div>
          ))}
        </div>
      )}
    </article>
  )
}

function Both({ works: [one, other] }: { works: readonly [Work, Work] }) {
  const { t } = useTranslation()
  const words = useViewerWords()
  const theme = useShownTheme()
  if (!one.model || !other.model) return <p className="compare-note">{t('work.noModel')}</p>
  const shown = (work: Work, model: NonNullable<Work['model']>) => ({
    model,
    preview: work.preview,
    posterUrl: posterOf(work).url,
    label: t('viewer.canvas', { title: work.title || t('home.noTitle') }),
  })
  return (
    <PartBoundary fallback={<p className="compare-note">{t('viewer.failed')}</p>}>
      <Suspense fallback={<p className="compare-note">{t('viewer.loading')}</p>}>
        <Compare models={[shown(one, one.model), shown(other, other.model)]} words={words} theme={theme} />
      </Suspense>
    </PartBoundary>
  )
}
