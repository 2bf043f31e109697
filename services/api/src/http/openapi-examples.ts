import type { JsonSchema } from './openapi-schemas.js'

const ID = '019aa0f2-6d1c-7c4e-9a3b-5f2e8d7c6b4a'
const TIME = '2026-11-27T09:30:00.000Z'

const words: Record<string, readonly (string | number)[]> = {
  title: ['Linen dress'],
  name: ['Ann Taylor', 'linen-dress.glb', 'ann'],
  nickname: ['Ann Taylor'],
  username: ['ann-taylor'],
  login: ['ann@example.com'],
  email: ['ann@example.com'],
  intro: ['Cut on the bias, in washed linen.'],
  description: ['From the toile to the cloth.'],
  body: ['The drape at the hem is lovely.'],
  message: ['The sentence, in the language of the reader.'],
  reason: ["Sells another creator's work"],
  password: ['correct horse 7'],
  filename: ['linen-dress.glb'],
  url: ['https://toile.example/files/019aa0f2-6d1c-7c4e-9a3b-5f2e8d7c6b4a/linen-dress.webp'],
  website: ['https://ann.example'],
  tags: ['linen'],
  categories: ['dress'],
  slug: ['dress'],
  currency: ['EUR'],
  background: ['studio'],
  cursor: ['eyJpZCI6IjAxOSJ9'],
  nextCursor: ['eyJpZCI6IjAxOSJ9'],
  token: ['eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl'],
  expiresAt: [TIME],
  width: [308],
  height: [410],
}
const texts = [ID, TIME, '2026-11-27', 'EUR', '/project/1', 'linen', 'A'.repeat(43), '0'.repeat(64)]

export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, exampleOf(inner, key)]),
      )
    case 'array': {
      if (Array.isArray(schema.items)) return schema.items.map((item) => exampleOf(item, name))
      const count = Math.max(1, schema.minItems ?? 0)
      return Array.from({ length: count }, () => exampleOf(schema.items as JsonSchema, name))
    }
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'boolean':
      return true
    default:
      return null
  }
}

function textOf({ pattern, minLength = 0, maxLength = Infinity }: JsonSchema, name: string): string {
  const named = (words[name] ?? []).filter((word) => typeof word === 'string')
  const time = /(At|Since|Until|^at)$/.test(name) ? [TIME] : []
  const fitting = [...named, ...time, ...texts, 'A text of some words'].find(
    (text) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      (pattern
        ? new RegExp(pattern, 'u').test(text)
        : named.includes(text) || time.includes(text) || text.includes(' ')),
  )
  return fitting ?? 'A'.repeat(Math.max(1, minLength))
}

function numberOf({ minimum = -Infinity, maximum = Infinity }: JsonSchema, name: string): number {
  const [named] = (words[name] ?? []).filter((word) => typeof word === 'number')
  return Math.min(Math.max(named ?? 1, minimum), maximum)
}
