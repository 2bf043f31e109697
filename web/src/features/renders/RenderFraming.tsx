import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RenderForm } from './render-form.js'
import { wrongFields } from './render-limits.js'

/**
 * The shape of the picture, and what this camera would show in it: both have the same height of view, so that the
 * viewer's picture, as high as the box, is cut off or goes on at the sides.
 */
export function RenderFraming({ form, picture }: { form: RenderForm; picture: Blob | undefined }) {
  const { t } = useTranslation()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!picture) return
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  const isShape = !wrongFields(form).some((field) => field === 'width' || field === 'height')
  const isHere = form.side === 'kept' && form.type === 'still'
  return (
    <figure className="render-framing">
      <div style={{ aspectRatio: isShape ? `${form.width} / ${form.height}` : '1' }}>
        {isHere && url && <img src={url} alt={t('renders.dialog.framing')} />}
      </div>
      <figcaption className="muted tabular">
        {isShape && t('renders.dialog.pixels', { width: form.width, height: form.height })}
        {isHere && url && <span>{t('renders.dialog.framing')}</span>}
      </figcaption>
    </figure>
  )
}
