import { currentLanguage } from '../../i18n/index.js'
import { serverNowMs } from './server-clock.js'

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Date and time in a zone; the year only if it is not the current one. */
export function formatMoment(iso: string, timeZone: string): string {
  const yearAt = (at: Date) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(at)
  const isThisYear = yearAt(new Date(iso)) === yearAt(new Date(serverNowMs()))
  return new Intl.DateTimeFormat(currentLanguage(), {
    month: 'short',
    day: 'numeric',
    year: isThisYear ? undefined : 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(iso))
}

/** The zone's offset at a moment: "GMT+2". */
export function offsetName(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(currentLanguage(), { timeZone, timeZoneName: 'shortOffset' })
  return parts.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** formatMoment() with the offset: "Nov 12, 2026, 06:13 AM GMT+8". */
export function formatZonedMoment(iso: string, timeZone: string): string {
  return `${formatMoment(iso, timeZone)} ${offsetName(iso, timeZone)}`
}

/** "Central European Standard Time (Europe/Berlin)". */
export function zoneName(timeZone: string, atIso: string): string {
  const parts = new Intl.DateTimeFormat(currentLanguage(), { timeZone, timeZoneName: 'long' }).formatToParts(
    new Date(atIso),
  )
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name && name !== timeZone ? `${name} (${timeZone})` : timeZone
}

export function isSameTime(iso: string, one: string, other: string): boolean {
  return formatMoment(iso, one) === formatMoment(iso, other)
}
