import type { Route } from '@toile/contracts/route'
import { newId } from '@toile/contracts/ids'
import { Id } from '@toile/contracts/shapes'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  patternProperties?: object
  items?: Schema | Schema[]
  minItems?: number
  anyOf?: Schema[]
  enum?: string[]
  pattern?: string
  minLength?: number
  minimum?: number
  default?: unknown
}

const ID = (Id as Schema).pattern

export type Slot = string

/** All places of a call that accept an id, including nested ones. */
export function slotsOf(route: Route): Slot[] {
  const inPath = [...route.path.matchAll(/:(id|\w+Id)\b/g)].map(([, name]) => `params.${name}`)
  const inParts = (['query', 'body'] as const).flatMap((part) => idsIn(route[part] as Schema | undefined, part))
  return [...inPath, ...inParts]
}

function idsIn(schema: Schema | undefined, at: string): Slot[] {
  if (!schema) return []
  if (schema.pattern === ID) return [at]
  const list = schema.items ? [schema.items].flat()[0] : undefined
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => idsIn(inner, `${at}.${name}`)),
    ...idsIn(list, `${at}.0`),
    ...new Set((schema.anyOf ?? []).flatMap((inner) => idsIn(inner, at))),
  ]
}

const texts = ['aaa', 'USD', '2026-01-01', '/a', 'studio', 'A'.repeat(43)]

/** A minimal valid value. If `slot` (such as `imageIds.0`) is given, the value includes it and holds `id` there. */
export function sampleOf(part: Route['body'], slot?: string, id?: string): unknown {
  return valueOf(part as Schema, slot?.split('.') ?? [], id)
}

function valueOf(schema: Schema, way: string[], id: string | undefined): unknown {
  const [step, ...rest] = way
  if (schema.pattern === ID) return step === undefined && id ? id : newId()
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) {
    const fitting = schema.anyOf.find((one) => step === undefined || idsIn(one, 'x').includes(['x', ...way].join('.')))
    return valueOf(fitting ?? schema.anyOf[0]!, way, id)
  }
  switch (schema.type) {
    case 'object': {
      const wanted = new Set([...(schema.required ?? []), ...(step === undefined ? [] : [step])])
      const given = Object.entries(schema.properties ?? {}).filter(([name]) => wanted.has(name))
      const inner = (name: string) => (name === step ? rest : [])
      return Object.fromEntries(
        given.map(([name, value]) => [name, valueOf(value, inner(name), name === step ? id : undefined)]),
      )
    }
    case 'array': {
      const items = Array.isArray(schema.items) ? schema.items : undefined
      const length = Math.max(schema.minItems ?? 0, step === undefined ? 0 : 1)
      return Array.from({ length: items?.length ?? length }, (_, i) =>
        valueOf(items?.[i] ?? (schema.items as Schema), i === 0 ? rest : [], i === 0 ? id : undefined),
      )
    }
    case 'string':
      return schema.pattern
        ? texts.find((text) => new RegExp(schema.pattern!, 'u').test(text))
        : 'A word'.padEnd(schema.minLength ?? 0, '.')
    case 'integer':
    case 'number':
      return schema.default ?? Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return null
  }
}

export function openObjects(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, additionalProperties, patternProperties } = schema as Schema
  const isOpen = type === 'object' && additionalProperties !== false && !patternProperties
  return [
    ...(isOpen ? [at] : []),
    ...Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${at}.${key}`)),
  ]
}
