import type { TSchema } from 'typebox'

export interface BodyLimits {
  maxBytes: number
  /** Number of objects, arrays, strings, numbers and other values together. */
  maxValues: number
}

/** Maximum bytes of a character in UTF-8. */
const BYTES_A_CHARACTER = 4
/** For each character of the cleaned text: 12 for its JSON escape (\ud83d\udc57) and 4 for what cleaning removes. */
const BYTES_A_WRITTEN_CHARACTER = 16
const BYTES_A_NUMBER = 32
/** Bytes of the punctuation and indentation around a value. */
const BYTES_AROUND = 64
const MIN_BYTES = 2_048
/** Maximum bytes of a key that the caller chooses: an id or the name of a filter. */
const BYTES_A_KEY = 256

/** @throws Error if a string has no maxLength, an array no maxItems, or an open object no maxProperties */
export function bodyLimits(schema: TSchema): BodyLimits {
  const { maxBytes, maxValues } = limitsOf(schema)
  if (!Number.isFinite(maxBytes + maxValues)) throw new Error(`a schema has no bound: ${JSON.stringify(schema)}`)
  return { maxBytes: Math.max(maxBytes, MIN_BYTES), maxValues }
}

interface Keywords {
  type?: string
  anyOf?: Keywords[]
  enum?: unknown[]
  maxLength?: number
  clean?: boolean
  maxItems?: number
  items?: Keywords | Keywords[]
  maxProperties?: number
  properties?: Record<string, Keywords>
  patternProperties?: Record<string, Keywords>
}

function limitsOf(schema: Keywords): BodyLimits {
  const { type, anyOf, items } = schema
  if (anyOf) return largest(anyOf.map(limitsOf))
  if (schema.enum) return largest(schema.enum.map((one) => scalar(JSON.stringify(one).length)))
  if (type === 'string')
    return scalar((schema.clean ? BYTES_A_WRITTEN_CHARACTER : BYTES_A_CHARACTER) * (schema.maxLength ?? NaN))
  if (type === 'array' && Array.isArray(items)) return sum(items.map(limitsOf))
  if (type === 'array') return sum([times(schema.maxItems ?? NaN, limitsOf(items as Keywords))])
  if (type !== 'object') return scalar(BYTES_A_NUMBER)
  const named = Object.entries(schema.properties ?? {}).map(([name, one]) => withKey(name.length, limitsOf(one)))
  const open = Object.values(schema.patternProperties ?? {}).map((one) =>
    times(schema.maxProperties ?? NaN, withKey(BYTES_A_KEY, limitsOf(one))),
  )
  return sum([...named, ...open])
}

const scalar = (bytes: number): BodyLimits => ({ maxBytes: bytes + BYTES_AROUND, maxValues: 1 })
const withKey = (bytes: number, one: BodyLimits): BodyLimits => ({ ...one, maxBytes: one.maxBytes + bytes })
const times = (count: number, one: BodyLimits): BodyLimits => ({
  maxBytes: count * one.maxBytes,
  maxValues: count * one.maxValues,
})
const largest = (all: BodyLimits[]): BodyLimits => ({
  maxBytes: Math.max(...all.map(({ maxBytes }) => maxBytes)),
  maxValues: Math.max(...all.map(({ maxValues }) => maxValues)),
})
const sum = (all: BodyLimits[]): BodyLimits => ({
  maxBytes: all.reduce((bytes, one) => bytes + one.maxBytes, BYTES_AROUND),
  maxValues: all.reduce((values, one) => values + one.maxValues, 1),
})
