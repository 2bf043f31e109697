import { useTranslation } from 'react-i18next'
import './skeleton.css'

interface SkeletonProps {
  ratio?: number
  height?: number
  width?: string
}

/** `ratio` is width / height. `height` is in pixels, and `width` is any CSS width. */
export function Skeleton({ ratio, height, width }: SkeletonProps) {
  return <span className="skeleton" style={{ aspectRatio: ratio, height, width }} aria-hidden="true" />
}

/** A skeleton that screen readers announce. */
export function Loading({ className, ...size }: SkeletonProps & { className?: string }) {
  const { t } = useTranslation()
  return (
    <div className={className} role="status" aria-label={t('app.loading')}>
      <Skeleton {...size} />
    </div>
  )
}
