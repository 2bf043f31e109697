import { dateFormat } from '@toile/contracts/formats'
import { currentLanguage } from '../../i18n/index.js'
import { serverNowMs } from './server-clock.js'

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The year is left out if, by the server's clock, it is the current year in `timeZone`. */
export function formatMoment(iso: string, timeZone: string): string {
  const language = currentLanguage()
  const yearAt = (at: Date) => dateFormat('en', { year: 'numeric', timeZone }).format(at)
  const isThisYear = yearAt(new Date(iso)) === yearAt(new Date(serverNowMs()))
  return dateFormat(language, {
    month: 'short',
    day: 'numeric',
    year: isThisYear ? undefined : 'numeric',
    // The hour looks the same as with `timeStyle: 'short'`: 6:13 AM in English, and 06:13 in Chinese.
    hour: language === 'en' ? 'numeric' : '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(iso))
}

/** The zone's offset at a moment: "GMT+2". */
export function offsetName(iso: string, timeZone: string): string {
  const parts = dateFormat(currentLanguage(), { timeZone, timeZoneName: 'shortOffset' })
  return parts.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** formatMoment() with the offset: "Nov 12, 2026, 6:13 AM GMT+8". */
export function formatZonedMoment(iso: string, timeZone: string): string {
  return `${formatMoment(iso, timeZone)} ${offsetName(iso, timeZone)}`
}

/** The zone's name: "Central European Standard Time (Europe/Berlin)". */
export function zoneName(timeZone: string, atIso: string): string {
  const parts = dateFormat(currentLanguage(), { timeZone, timeZoneName: 'long' }).formatToParts(new Date(atIso))
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  if (!name || name === timeZone) return timeZone
  return currentLanguage() === 'zh-CN' ? `${name}（${timeZone}）` : `${name} (${timeZone})`
}

export function isSameTime(iso: string, one: string, other: string): boolean {
  return formatMoment(iso, one) === formatMoment(iso, other)
}
