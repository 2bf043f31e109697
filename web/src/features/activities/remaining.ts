import type { TFunction } from 'i18next'
import type { ActivityCard } from '@toile/contracts/activities/activities'
import { numberFormat, spaced } from '@toile/contracts/formats'
import { currentLanguage } from '../../i18n/index.js'
import { formatDate } from '../../ui/format.js'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Rounds up to whole seconds, so that 0 appears only at the end. */
export function partsOf(ms: number): Record<'days' | 'hours' | 'minutes' | 'seconds', number> {
  const whole = Math.max(0, Math.ceil(ms / SECOND_MS) * SECOND_MS)
  return {
    days: Math.floor(whole / DAY_MS),
    hours: Math.floor((whole % DAY_MS) / HOUR_MS),
    minutes: Math.floor((whole % HOUR_MS) / MINUTE_MS),
    seconds: (whole % MINUTE_MS) / SECOND_MS,
  }
}

/** Formats the largest unit above zero, and the next unit unless it is zero: "12 days 4 hours", "45 seconds". */
function roughly(ms: number): string {
  const { days, hours, minutes, seconds } = partsOf(ms)
  const units = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes, 'minute'],
    [seconds, 'second'],
  ] as const
  const first = Math.max(
    0,
    units.findIndex(([value]) => value > 0),
  )
  const language = currentLanguage()
  const parts = units
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value))
  return spaced(new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(parts))
}

export function untilText(t: TFunction, { phase, nextChangeAt, endsAt }: ActivityCard, nowMs: number): string {
  if (!nextChangeAt) return t('activities:untilText.ended', { date: formatDate(endsAt) })
  const leftMs = Date.parse(nextChangeAt) - nowMs
  return leftMs <= 0 ? t('activities:changing') : t(`activities:untilText.${phase}`, { time: roughly(leftMs) })
}
