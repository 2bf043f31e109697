import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { scoreRange } from '@toile/contracts/activities/activities.constants'

interface Parts {
  label: string
  weight: string
  points: number | undefined
  disabled: boolean
  setScore: (points: number) => void
}

export function ScoreField({ label, weight, points, disabled, setScore }: Parts) {
  const { t } = useTranslation()
  const id = useId()
  const { min, max } = scoreRange
  const applyTyped = (value: number) => {
    if (!Number.isNaN(value)) setScore(Math.round(Math.min(max, Math.max(min, value))))
  }
  return (
    <div className="score-field" data-given={points !== undefined}>
      <label htmlFor={id}>
        {label} <span className="muted tabular">{weight}</span>
      </label>
      <input
        type="range"
        aria-label={label}
        min={min}
        max={max}
        value={points ?? (min + max) / 2}
        aria-valuetext={points === undefined ? t('activities:scoring.notScored') : undefined}
        disabled={disabled}
        onChange={(event) => applyTyped(event.target.valueAsNumber)}
      />
      <input
        id={id}
        type="number"
        className="input tabular"
        min={min}
        max={max}
        step={1}
        value={points ?? ''}
        placeholder="–"
        disabled={disabled}
        onChange={(event) => applyTyped(event.target.valueAsNumber)}
      />
    </div>
  )
}
