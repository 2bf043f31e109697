import { useTranslation } from 'react-i18next'
import { DescriptionList, type DescriptionRow } from '../../ui/DescriptionList.js'
import type { LiveRender } from './live-render.js'
import { sideOf } from './sides.js'

/** What was asked for, in plain words. */
export function RenderSettings({ render }: { render: LiveRender }) {
  const { t } = useTranslation()
  const { type, engine, width, height, samples, frames, settings } = render
  const { background = 'studio', lightingRotation = 0, exposure = 0, colourway, animationTime } = settings
  const side = sideOf(settings.camera)
  const rows: DescriptionRow[] = [
    [t('renders.column.type'), t(`renders.types.${type}`)],
    [t('renders.dialog.size'), t('renders.dialog.pixels', { width, height })],
    [t('renders.column.engine'), t(`renders.engines.${engine}`)],
    [t('renders.dialog.quality'), engine === 'preview' ? undefined : t('renders.dialog.passes', { count: samples })],
    [t('renders.dialog.frames'), frames > 1 && type !== 'views' ? `${frames}` : undefined],
    [t('renders.dialog.cameras'), type === 'views' ? viewWords() : undefined],
    [
      t('renders.dialog.camera'),
      type === 'still' ? (side === 'kept' ? t('renders.dialog.own') : t(`studio.views.${side}`)) : undefined,
    ],
    [t('renders.dialog.light'), lightWords()],
    [t('renders.dialog.exposure'), exposure === 0 ? undefined : `${exposure > 0 ? '+' : ''}${exposure.toFixed(1)}`],
    [
      t('renders.dialog.background'),
      background.startsWith('#') ? background : t(`renders.dialog.backgrounds.${background as 'studio'}`),
    ],
    [t('renders.dialog.colourway'), colourway],
    [
      t('renders.dialog.moment'),
      animationTime === undefined ? undefined : t('renders.dialog.momentAt', { seconds: animationTime.toFixed(1) }),
    ],
  ]
  return (
    <section className="render-facts">
      <h3>{t('renders.settings')}</h3>
      <DescriptionList rows={rows} />
    </section>
  )

  function lightWords(): string {
    const light = t(`studio.lights.${settings.lighting ?? 'studio'}`)
    return lightingRotation === 0 ? light : `${light}, ${t('renders.dialog.turned', { degrees: lightingRotation })}`
  }

  function viewWords(): string {
    const sides = [...(settings.views ?? []), ...(settings.cameras ?? []).map(sideOf)]
    return sides.map((side) => (side === 'kept' ? t('renders.dialog.own') : t(`studio.views.${side}`))).join(', ')
  }
}
