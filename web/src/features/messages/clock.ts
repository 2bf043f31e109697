import { currentLanguage } from '../../i18n/index.js'

export function formatClock(iso: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short' }).format(new Date(iso))
}
