import { dateFormat, formatDate as dateIn, numberFormat, spaced } from '@toile/contracts/formats'
import { currentLanguage } from '../i18n/index.js'

/** The units are powers of 1024, although their names lack the `i` of KiB: in Toile's specification, 500M is 500 MiB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(3, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const number = numberFormat(currentLanguage(), { maximumFractionDigits: power > 1 ? 1 : 0 })
  return `${number.format(bytes / 1024 ** power)} ${['B', 'kB', 'MB', 'GB'][power]}`
}

export function formatNumber(value: number): string {
  return numberFormat(currentLanguage()).format(value)
}

/** Width, height and depth in metres, written in centimetres: `53 × 140 × 38 cm`. */
export function formatSize(widthMetres: number, heightMetres: number, depthMetres: number): string {
  // Sizes are rounded to whole centimetres. Below 1 cm, one significant digit is kept, so that no size becomes 0.
  const digits = { maximumFractionDigits: 0, maximumSignificantDigits: 1, roundingPriority: 'morePrecision' } as const
  const number = numberFormat(currentLanguage(), digits)
  const last = numberFormat(currentLanguage(), { ...digits, style: 'unit', unit: 'centimeter' })
  const sides = [number.format(widthMetres * 100), number.format(heightMetres * 100), last.format(depthMetres * 100)]
  return spaced(sides.join(' × '))
}

export function formatDate(iso: string): string {
  return dateIn(iso, currentLanguage())
}

export function formatTime(iso: string): string {
  return dateFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}
