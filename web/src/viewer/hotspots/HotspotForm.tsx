import { useTranslation } from 'react-i18next'
import type { Hotspot } from '@toile/contracts/works/works'
import { hotspotTitleLength, MAX_HOTSPOT_TEXT_LENGTH } from '@toile/contracts/works/works.constants'
import { useFormDraft } from '../../lib/form-drafts.js'
import { Form } from '../../ui/forms/Form.js'

export interface HotspotFormProps {
  spot: Hotspot
  save: (spot: Hotspot) => void
  remove: () => void
}

/** What the creator says about a point: a name and, if wanted, a sentence or two. */
export function HotspotForm({ spot, save, remove }: HotspotFormProps) {
  const { t } = useTranslation()
  const saved = { title: spot.title, text: spot.text }
  const [{ title, text }, setTyped] = useFormDraft(`point ${spot.point.join(' ')}`, saved)
  const end = (act: () => void) => {
    setTyped(saved)
    act()
  }
  return (
    <Form
      className="hotspot-card"
      submit={() => end(() => save({ ...spot, title: title.trim(), text: text.trim() }))}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && spot.title === '') end(remove)
      }}
    >
      <label>
        {t('hotspots.name')}
        <input
          dir="auto"
          autoFocus
          required
          maxLength={hotspotTitleLength.max}
          value={title}
          onChange={(event) => setTyped({ title: event.target.value, text })}
        />
      </label>
      <label>
        {t('hotspots.text')}
        <textarea
          dir="auto"
          rows={3}
          maxLength={MAX_HOTSPOT_TEXT_LENGTH}
          value={text}
          onChange={(event) => setTyped({ title, text: event.target.value })}
        />
      </label>
      <div className="hotspot-buttons">
        <button type="submit">{t('hotspots.save')}</button>
        <button type="button" onClick={() => end(remove)}>
          {t('hotspots.remove')}
        </button>
      </div>
    </Form>
  )
}
