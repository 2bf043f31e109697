import { currentLanguage } from '../../i18n/index.js'

/** The minute of the day, in the reader's own time zone. */
export function formatClock(iso: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short' }).format(new Date(iso))
}
