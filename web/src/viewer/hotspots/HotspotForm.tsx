import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Hotspot } from '@toile/contracts/works'
import { hotspotTitleLength, maxHotspotTextLength } from '@toile/contracts/works.constants'
import { Form } from '../../ui/Form.js'

export interface HotspotFormProps {
  spot: Hotspot
  save: (spot: Hotspot) => void
  remove: () => void
}

/** What the creator says about a point: a name and, if wanted, a sentence or two. */
export function HotspotForm({ spot, save, remove }: HotspotFormProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(spot.title)
  const [text, setText] = useState(spot.text)
  return (
    <Form
      className="hotspot-card"
      submit={() => save({ ...spot, title: title.trim(), text: text.trim() })}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && spot.title === '') remove()
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
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <label>
        {t('hotspots.text')}
        <textarea
          dir="auto"
          rows={3}
          maxLength={maxHotspotTextLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="hotspot-buttons">
        <button type="submit">{t('hotspots.save')}</button>
        <button type="button" onClick={remove}>
          {t('hotspots.remove')}
        </button>
      </div>
    </Form>
  )
}
