import { useTranslation } from 'react-i18next'
import { problemsOf, type RenderForm } from './render-form.js'

/**
 * The shape of the picture, and what this camera would show in it: both have the same height of view, so that the
 * viewer's picture, as high as the box, is cut off or goes on at the sides.
 */
export function RenderFraming({ form, snapshotUrl }: { form: RenderForm; snapshotUrl: string | undefined }) {
  const { t } = useTranslation()
  const isShape = !problemsOf(form).some((field) => field === 'width' || field === 'height')
  const isHere = form.side === 'kept' && form.type === 'still'
  return (
    <figure className="render-framing">
      <div style={{ aspectRatio: isShape ? `${form.width} / ${form.height}` : '1' }}>
        {isHere && snapshotUrl && <img src={snapshotUrl} alt={t('renders.dialog.framing')} />}
      </div>
      <figcaption className="muted tabular">
        {isShape && t('renders.dialog.pixels', { width: form.width, height: form.height })}
        {isHere && snapshotUrl && <span>{t('renders.dialog.framing')}</span>}
      </figcaption>
    </figure>
  )
}
