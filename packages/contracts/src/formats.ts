import type { Language } from './languages.constants.js'

/** Adds the spaces between digits and Chinese characters that Intl leaves out: `8 天 23 小时`. */
export const spaced = (text: string) => text.replace(/(\d)(?=\p{Script=Han})|(\p{Script=Han})(?=\d)/gu, '$& ')

/** Making a formatter of Intl takes far longer than formatting, so each is made once. */
function once<Options, Format>(make: (language: string, options?: Options) => Format) {
  const made = new Map<string, Format>()
  return (language: string, options?: Options): Format => {
    const key = JSON.stringify([language, options])
    let format = made.get(key)
    if (!format) made.set(key, (format = make(language, options)))
    return format
  }
}

export const numberFormat = once<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (language, options) => new Intl.NumberFormat(language, options),
)
export const dateFormat = once<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (language, options) => new Intl.DateTimeFormat(language, options),
)

/** A date in words, for example "Dec 6, 2026". The default time zone is that of this machine. */
export function formatDate(iso: string, language: Language, timeZone?: string): string {
  const date = new Date(iso)
  // For an invalid date format() would throw, and one such row must not break a list.
  if (Number.isNaN(date.valueOf())) return iso
  return dateFormat(language, { dateStyle: 'medium', timeZone }).format(date)
}
