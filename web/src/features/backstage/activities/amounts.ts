// Money as typed, in whole units and cents, and as stored, in minor units.

/** Offered currencies; an activity may keep another one. */
export const currencies = ['EUR', 'USD', 'CNY', 'GBP', 'JPY', 'KRW', 'HKD', 'TWD', 'SGD', 'CHF', 'AUD', 'CAD'] as const

const digitsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Minor units of the input; undefined if it is no amount of this currency. */
export function minorUnitsOf(typed: string, currency: string): number | undefined {
  const [, whole, part = ''] = /^\s*(\d{1,10})(?:[.,](\d+))?\s*$/.exec(typed) ?? []
  const digits = digitsOf(currency)
  if (whole === undefined || part.length > digits) return undefined
  return Number(whole + part.padEnd(digits, '0'))
}

/** Minor units as input: "1200", "49.50". */
export function typedAmount(minorUnits: number, currency: string): string {
  const digits = digitsOf(currency)
  const text = (minorUnits / 10 ** digits).toFixed(digits)
  return text.replace(/\.0+$/, '')
}
