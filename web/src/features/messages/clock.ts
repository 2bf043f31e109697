import { currentLanguage } from '../../i18n/index.js'

/** Time of day in the user's time zone. */
export function formatClock(iso: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short' }).format(new Date(iso))
}
