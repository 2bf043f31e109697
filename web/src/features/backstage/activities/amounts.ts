import { numberFormat } from '@toile/contracts/formats'

// Converts amounts of money between the text that users type ("49.50") and the minor units that are stored (4950).

/** The currencies that the form offers. A saved activity may keep a currency that is not in this list. */
export const currencies = ['EUR', 'USD', 'CNY', 'GBP', 'JPY', 'KRW', 'HKD', 'TWD', 'SGD', 'CHF', 'AUD', 'CAD'] as const

const digitsOf = (currency: string) =>
  numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Undefined if `typed` is not a number, or if it has more decimals than the currency (2 for EUR, 0 for JPY). */
export function minorUnitsOf(typed: string, currency: string): number | undefined {
  const [, whole, part = ''] = /^\s*(\d{1,10})(?:[.,](\d+))?\s*$/.exec(typed) ?? []
  const digits = digitsOf(currency)
  if (whole === undefined || part.length > digits) return undefined
  return Number(whole + part.padEnd(digits, '0'))
}

/** Formats minor units as input: "1200", "49.50". */
export function typedAmount(minorUnits: number, currency: string): string {
  const digits = digitsOf(currency)
  const text = (minorUnits / 10 ** digits).toFixed(digits)
  return text.replace(/\.0+$/, '')
}
