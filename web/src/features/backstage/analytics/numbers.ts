import type { TFunction } from 'i18next'
import { dateFormat, numberFormat } from '@toile/contracts/formats'
import { currentLanguage } from '../../../i18n/index.js'
import { formatNumber } from '../../../ui/format.js'

/** Formats a duration with at most one decimal: in seconds below 120 s, else in minutes. */
export function timeWords(t: TFunction, seconds: number | null): string {
  if (seconds === null) return '–'
  const rounded = (value: number) => formatNumber(Math.round(value * 10) / 10)
  return seconds < 120
    ? t('analytics-backstage:seconds', { formatted: rounded(seconds) })
    : t('analytics-backstage:minutes', { formatted: rounded(seconds / 60) })
}

export function shareWords(share: number): string {
  return numberFormat(currentLanguage(), { style: 'percent' }).format(share)
}

export function changeWords(t: TFunction, now: number | null, before: number | null): string {
  if (!before || now === null) return t('analytics-backstage:nothingBefore')
  const change = now / before - 1
  if (Math.abs(change) < 0.005) return t('analytics-backstage:same')
  return t(change > 0 ? 'analytics-backstage:more' : 'analytics-backstage:less', {
    change: shareWords(Math.abs(change)),
  })
}

/** Formats a point of the time axis: an hour in the user's time zone, or a day in UTC. */
export function pointWords(iso: string, stepSeconds: number): string {
  const options: Intl.DateTimeFormatOptions =
    stepSeconds < 86_400 ? { dateStyle: 'medium', timeStyle: 'short' } : { dateStyle: 'medium', timeZone: 'UTC' }
  return dateFormat(currentLanguage(), options).format(new Date(iso))
}
