import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RenderForm } from './render-form.js'
import { wrongFields } from './render-limits.js'

interface RenderFramingProps {
  form: RenderForm
  picture: Blob | string | undefined
}

/** Previews a still. The vertical field of view is fixed, so the size only decides how wide the view is. */
export function RenderFraming({ form, picture }: RenderFramingProps) {
  const { t } = useTranslation()
  const [url, setUrl] = useState<string>()
  // The picture shows the side that was chosen when the dialog opened, so it is hidden for any other side.
  const [side] = useState(form.side)
  useEffect(() => {
    if (!(picture instanceof Blob)) return setUrl(picture)
    const objectUrl = URL.createObjectURL(picture)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [picture])
  const { type, width, height } = form
  const isShape = !wrongFields(form).some((field) => field === 'width' || field === 'height')
  const isShown = url !== undefined && type === 'still' && form.side === side
  return (
    <figure className="render-framing">
      <div style={{ aspectRatio: isShape ? `${width} / ${height}` : '1' }}>
        {isShown ? (
          <img src={url} alt="" />
        ) : (
          isShape && <p className="muted tabular">{t('renders.dialog.pixels', { width, height })}</p>
        )}
      </div>
      {isShown && <figcaption className="muted">{t('renders.dialog.framing')}</figcaption>}
    </figure>
  )
}
