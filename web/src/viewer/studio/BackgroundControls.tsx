import { useTranslation } from 'react-i18next'
import type { Background } from '@toile/contracts/models/appearance.constants'

/** White, greys and ink are for shops and look books. The colour field offers any other colour. */
const colours = ['#ffffff', '#d9d5cf', '#8a8178', '#16130f'] as const

export interface BackgroundControlsProps {
  background: Background
  change: (background: Background) => void
}

export function BackgroundControls({ background, change }: BackgroundControlsProps) {
  const { t } = useTranslation()
  const swatch = (value: Background, name: string) => (
    <button
      key={value}
      type="button"
      className="studio-swatch"
      data-kind={value.startsWith('#') ? 'colour' : value}
      style={value.startsWith('#') ? { background: value } : undefined}
      aria-pressed={background === value}
      aria-label={name}
      title={name}
      onClick={() => change(value)}
    />
  )
  const isOwn = background.startsWith('#') && !colours.some((colour) => colour === background)
  return (
    <div className="studio-swatches">
      {swatch('theme', t('studio.backgrounds.theme'))}
      {swatch('transparent', t('studio.backgrounds.transparent'))}
      {colours.map((colour) => swatch(colour, t('studio.backgrounds.colour', { colour })))}
      <label className="studio-swatch studio-swatch-own" title={t('studio.backgrounds.own')} data-chosen={isOwn}>
        <input
          type="color"
          aria-label={t('studio.backgrounds.own')}
          value={background.startsWith('#') ? background : '#b7a99a'}
          onChange={(event) => change(event.target.value as Background)}
        />
      </label>
    </div>
  )
}
