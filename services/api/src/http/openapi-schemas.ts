import { features } from '@toile/contracts/features'
import { exampleOf } from './openapi-examples.js'

export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema | JsonSchema[]
  minItems?: number
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export interface Schemas {
  describe(schema: object): object
  components: Record<string, object>
}

export function createSchemas(): Schemas {
  const names = readNames()
  const components: Record<string, object> = {}
  const describe = (schema: unknown, isComponent = false): unknown => {
    if (typeof schema !== 'object' || schema === null) return schema
    if (Array.isArray(schema)) return schema.map((part) => describe(part))
    const name = isComponent ? undefined : names.get(JSON.stringify(schema))
    if (name) {
      components[name] ??= {}
      if (Object.keys(components[name]).length === 0)
        Object.assign(components[name], describe(schema, true), { examples: [exampleOf(schema)] })
      return { $ref: `#/components/schemas/${name}` }
    }
    const { items, additionalItems: _, ...rest } = schema as Record<string, unknown>
    // `clean` is our own keyword and does not describe the shape.
    const known = Object.entries(rest).filter(([key, part]) => key !== 'clean' || part !== true)
    const described = Object.fromEntries(known.map(([key, part]) => [key, describe(part)]))
    // JSON Schema 2020 writes tuples as prefixItems.
    if (Array.isArray(items)) return { ...described, prefixItems: describe(items), items: false }
    return items === undefined ? described : { ...described, items: describe(items) }
  }
  return { describe: (schema) => describe(schema) as object, components }
}

function readNames(): Map<string, string> {
  const named = features.flatMap((contract) => Object.entries<unknown>(contract))
  return new Map(
    named.filter(([name, value]) => isNamedSchema(name, value)).map(([name, value]) => [JSON.stringify(value), name]),
  )
}

function isNamedSchema(name: string, value: unknown): boolean {
  return /^[A-Z][a-z]/.test(name) && typeof value === 'object' && (value as JsonSchema | null)?.type === 'object'
}
