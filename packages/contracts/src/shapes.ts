import { Type, type Static, type TSchema } from 'typebox'

// Strings in requests are bounded. Objects in requests refuse unknown keys unless a comment gives a reason.

export function StrictObject<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

/** Text that is not cleaned by the schema. `maxLength` counts code points. */
export const Text = (maxLength: number) => Type.String({ maxLength })

/** User-written text, cleaned (see texts.ts) before its code points are counted. */
export const WrittenText = ({ min, max }: { min?: number; max: number }, options: { pattern?: string } = {}) =>
  Type.String({ clean: true, ...(min !== undefined && { minLength: min }), maxLength: max, ...options })

/** Anyone can put a referral into a link, so the server ignores implausible values instead of refusing them. */
export const Referral = Text(16_384)

export const Id = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  minLength: 36,
  maxLength: 36,
})
export const IdParams = StrictObject({ id: Id })

/** ISO 8601 in UTC with milliseconds. */
export const Time = Type.String({ maxLength: 24 })

export const Enum = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })

/** The maximum of a Postgres integer. */
export const MAX_INTEGER = 2_147_483_647

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 24 })),
  cursor: Type.Optional(Text(200)),
}

export const Eta = StrictObject({ minSeconds: Type.Integer(), maxSeconds: Type.Integer() })
export type Eta = Static<typeof Eta>

export const PageOf = <S extends TSchema>(item: S) =>
  StrictObject({ items: Type.Array(item), nextCursor: Nullable(Text(200)) })

export const TableQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 24 })),
}
export const TableOf = <S extends TSchema>(item: S) => StrictObject({ items: Type.Array(item), total: Type.Integer() })

export const Failure = StrictObject({
  code: Text(64),
  params: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Text(512), Type.Number()])),
  message: Text(1024),
})
