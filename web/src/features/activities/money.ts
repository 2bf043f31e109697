import type { Money } from '@toile/contracts/activities/activities'
import { numberFormat } from '@toile/contracts/formats'
import { currentLanguage } from '../../i18n/index.js'

/** Formats an amount in minor units: "$12,000", "€49.50" or, in a currency without cents, "¥3,000". */
export function formatMoney({ amount, currency }: Money): string {
  const format = numberFormat(currentLanguage(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
