import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works/works'
import { paths } from '../../lib/paths.js'
import { ButtonLink } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { TileSkeleton, WorkTile } from '../works/WorkTile.js'

// PatternPieces is loaded on demand, because it is shown only if there are no works or the feed could not be loaded.
const PatternPieces = lazy(async () => ({ default: (await import('./PatternPieces.js')).PatternPieces }))

export const FEATURED = 3
/** The widths of the columns of `.featured` in home.css. */
const imageSizes = [
  '(min-width: 1600px) 400px, 28vw',
  '(min-width: 1600px) 300px, 20vw',
  '(min-width: 1600px) 240px, 17vw',
]

export function Hero({ works, isPending }: { works: WorkCard[] | undefined; isPending: boolean }) {
  const { t } = useTranslation()
  const featured = works?.slice(0, FEATURED) ?? []
  const isEmpty = works?.length === 0
  return (
    <div className="hero">
      <div className="hero-text">
        <PageHeading title={t('app.home')} className="hero-title">
          {t('home.title')}
        </PageHeading>
        <p className="hero-intro">{isEmpty ? t('home.empty') : t('home.intro')}</p>
        <ButtonLink to={paths.upload}>{t('home.start')}</ButtonLink>
      </div>
      {isPending ? (
        <div className="featured">
          {imageSizes.map((_, i) => (
            <TileSkeleton key={`s${i}`} />
          ))}
        </div>
      ) : featured.length > 0 ? (
        <ul className="featured" aria-label={t('home.featured')}>
          {featured.map((work, i) => (
            <WorkTile key={work.id} work={work} heading="h2" sizes={imageSizes[i]!} first />
          ))}
        </ul>
      ) : (
        <Suspense fallback={<div className="pattern" />}>
          <PatternPieces />
        </Suspense>
      )}
    </div>
  )
}
