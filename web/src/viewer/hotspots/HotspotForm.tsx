import { useTranslation } from 'react-i18next'
import type { Hotspot } from '@toile/contracts/works/works'
import { hotspotTitleLength, MAX_HOTSPOT_TEXT_LENGTH } from '@toile/contracts/works/works.constants'
import { textWithin, useApiForm } from '../../lib/forms/api-form.js'
import { TextArea, TextField } from '../../ui/forms/Field.js'

export interface HotspotFormProps {
  spot: Hotspot
  /** `save` must show its own failures, because the form shows only the errors of its fields. */
  save: (spot: Hotspot) => Promise<unknown>
  remove: () => void
}

export default function HotspotForm({ spot, save, remove }: HotspotFormProps) {
  const { t } = useTranslation()
  const saved = { title: spot.title, text: spot.text }
  const { formProps, field, reset } = useApiForm({
    values: saved,
    draftKey: `point ${spot.point.join(' ')}`,
    showsProblem: true,
    send: ({ title, text }) => save({ ...spot, title: title.trim(), text: text.trim() }),
  })
  const end = () => {
    reset(saved)
    remove()
  }
  return (
    <form
      {...formProps}
      className="hotspot-card"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && spot.title === '') end()
      }}
    >
      <TextField
        label={t('hotspots.name')}
        autoFocus
        required
        maxLength={hotspotTitleLength.max}
        {...field('title', { validate: textWithin(hotspotTitleLength) })}
      />
      <TextArea
        label={t('hotspots.text')}
        rows={3}
        maxLength={MAX_HOTSPOT_TEXT_LENGTH}
        {...field('text', { validate: textWithin({ max: MAX_HOTSPOT_TEXT_LENGTH }) })}
      />
      <div className="hotspot-buttons">
        <button type="submit">{t('common.save')}</button>
        <button type="button" onClick={end}>
          {t('common.remove')}
        </button>
      </div>
    </form>
  )
}
