import { dateFormat } from '@toile/contracts/formats'
import { currentLanguage } from '../../i18n/index.js'

export function formatClock(iso: string): string {
  return dateFormat(currentLanguage(), { timeStyle: 'short' }).format(new Date(iso))
}
