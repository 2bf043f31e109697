import { cutText } from '@toile/contracts/cut-text'
import type { Params } from '@toile/contracts/failures'

type Facts = Record<string, unknown>

/** Maximum length of a text or list in the audit log, which must stay readable. Values are compared before the cut. */
const MAX_LENGTH = 1_000

/** The fields that differ, for the audit log. Omit `before` for a created subject and `after` for a deleted one. */
export function changesOf(before: Facts = {}, after: Facts = {}): { before: Params; after: Params } {
  const differs = (name: string) => textOf(before[name]) !== textOf(after[name])
  const part = (facts: Facts) =>
    Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) => (differs(name) ? [[name, shortened(value)]] : [])),
    )
  return { before: part(before), after: part(after) }
}

/** A value as the audit log stores it. Objects and lists that contain objects become JSON; other lists become text. */
function textOf(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return isList(value) ? value.join(', ') : JSON.stringify(value)
}

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object')

/** JSON is never cut, because cut JSON cannot be parsed. Its length is limited by the limits of its fields. */
function shortened(value: unknown): string | number {
  const text = textOf(value)
  const isLong = typeof text === 'string' && text.length > MAX_LENGTH && (typeof value === 'string' || isList(value))
  return isLong ? `${cutText(text, MAX_LENGTH)}…` : text
}
