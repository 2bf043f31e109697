import type { Language } from './languages.constants.js'

/** Adds the spaces between digits and Chinese characters that Intl leaves out: `8 天 23 小时`. */
export const spaced = (text: string) => text.replace(/(\d)(?=\p{Script=Han})|(\p{Script=Han})(?=\d)/gu, '$& ')

/** A date in words, for example "Dec 6, 2026". The default time zone is that of this machine. */
export function formatDate(iso: string, language: Language, timeZone?: string): string {
  const date = new Date(iso)
  // For an invalid date format() would throw, and one such row must not break a list.
  if (Number.isNaN(date.valueOf())) return iso
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).format(date)
}
