import { useTranslation } from 'react-i18next'
import { frameStyle } from '../frame-style.js'
import type { LiveRender } from '../live-render.js'
import '../render-frame.css'

export function RenderPreview({ render }: { render: LiveRender }) {
  const { t } = useTranslation()
  const { previews, samples, settings } = render
  const shown = previews.at(-1)
  return (
    <figure className="render-preview">
      <div
        className="render-frame"
        style={frameStyle(render)}
        data-clear={settings.background === 'transparent' || undefined}
      >
        {shown ? <img src={shown.url} alt={t('renders.preview')} /> : <p className="muted">{t('renders.noPicture')}</p>}
      </div>
      {shown && (
        <figcaption className="muted tabular">
          {samples > 1
            ? t('renders.sampleOf', { sample: Math.min(shown.samples, samples), samples })
            : t('renders.preview')}
        </figcaption>
      )}
    </figure>
  )
}
