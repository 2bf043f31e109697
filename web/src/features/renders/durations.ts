import type { TFunction } from 'i18next'
import { numberFormat } from '@toile/contracts/formats'
import { currentLanguage } from '../../i18n/index.js'

/** Formats a duration: "0.8 s", "42 s", "3 min 20 s", "2 h 5 min". */
export function duration(t: TFunction, seconds: number): string {
  const whole = Math.round(seconds)
  if (whole >= 5_400)
    return t('renders.hours', { hours: Math.floor(whole / 3_600), minutes: Math.floor((whole % 3_600) / 60) })
  if (whole >= 90) return t('renders.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 })
  const digits = numberFormat(currentLanguage(), { maximumFractionDigits: seconds < 10 ? 1 : 0 })
  return t('renders.seconds', { seconds: digits.format(seconds) })
}

export function span(t: TFunction, { minSeconds, maxSeconds }: { minSeconds: number; maxSeconds: number }): string {
  const [from, to] = [duration(t, minSeconds), duration(t, maxSeconds)]
  return from === to ? to : t('renders.span', { from, to })
}
