import { Type, type Static, type TSchema } from 'typebox'

// Pieces that many schemas share. Every string has a maximum and every object refuses unknown keys.

/** An object that takes exactly these properties. */
export function StrictObject<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

/** A text of so many code points at most, as it was sent. */
export const Text = (maxLength: number) => Type.String({ maxLength })

/** A text that people write: it is cleaned (see texts.ts) before its code points are counted. */
export const WrittenText = ({ min, max }: { min?: number; max: number }, options: { pattern?: string } = {}) =>
  Type.String({ clean: true, ...(min !== undefined && { minLength: min }), maxLength: max, ...options })

/** `?refer=` of the address by which somebody came: anyone can write it, so what does not look like one is ignored. */
export const Referral = Text(16_384)

export const Id = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  minLength: 36,
  maxLength: 36,
})
export const IdParams = StrictObject({ id: Id })

/** ISO 8601 in UTC with milliseconds. */
export const Time = Type.String({ maxLength: 24 })

/** One of these words. */
export const Enum = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })

/** The largest number that an integer column takes. */
export const MAX_INTEGER = 2_147_483_647

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 24 })),
  cursor: Type.Optional(Text(200)),
}

/** Seconds that something still takes, as a range. */
export const Eta = StrictObject({ minSeconds: Type.Integer(), maxSeconds: Type.Integer() })
export type Eta = Static<typeof Eta>

/** One page of a list and where the next begins. */
export const PageOf = <S extends TSchema>(item: S) =>
  StrictObject({ items: Type.Array(item), nextCursor: Nullable(Text(200)) })

/** Tables of the back office are asked for by page, and tell how many rows there are. */
export const TableQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 24 })),
}
export const TableOf = <S extends TSchema>(item: S) => StrictObject({ items: Type.Array(item), total: Type.Integer() })

/** A failure as a person reads it: `message` is in the reader's language. */
export const Failure = StrictObject({
  code: Text(64),
  params: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Text(512), Type.Number()])),
  message: Text(1024),
})
