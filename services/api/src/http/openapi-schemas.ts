import { features } from '@toile/contracts/features'
import { exampleOf } from './openapi-examples.js'

/** As much of JSON Schema as TypeBox writes for the contracts. */
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
  /** The schema as OpenAPI 3.1 writes it; what has a name in the contracts is referred to by it. */
  describe(schema: object): object
  /** All that were referred to, by name. */
  components: Record<string, object>
}

/** Schemas by the names under which the contracts export them. */
export function createSchemas(): Schemas {
  const names = readNames()
  const components: Record<string, object> = {}
  const describe = (schema: unknown, isComponent = false): unknown => {
    if (typeof schema !== 'object' || schema === null) return schema
    if (Array.isArray(schema)) return schema.map((part) => describe(part))
    const name = isComponent ? undefined : names.get(JSON.stringify(schema))
    if (name) {
      // Before its parts are described: one of them may refer to it.
      components[name] ??= {}
      if (Object.keys(components[name]).length === 0)
        Object.assign(components[name], describe(schema, true), { examples: [exampleOf(schema)] })
      return { $ref: `#/components/schemas/${name}` }
    }
    const { items, additionalItems: _, ...rest } = schema as Record<string, unknown>
    // A keyword of ours: how a text is stored is no part of its shape.
    const known = Object.entries(rest).filter(([key, part]) => key !== 'clean' || part !== true)
    const described = Object.fromEntries(known.map(([key, part]) => [key, describe(part)]))
    // Tuples have had words of their own since the draft of 2020.
    if (Array.isArray(items)) return { ...described, prefixItems: describe(items), items: false }
    return items === undefined ? described : { ...described, items: describe(items) }
  }
  return { describe: (schema) => describe(schema) as object, components }
}

/** The name of every object schema that a contract exports, by its JSON. */
function readNames(): Map<string, string> {
  const named = features.flatMap((contract) => Object.entries<unknown>(contract))
  return new Map(
    named.filter(([name, value]) => isNamedSchema(name, value)).map(([name, value]) => [JSON.stringify(value), name]),
  )
}

function isNamedSchema(name: string, value: unknown): boolean {
  return /^[A-Z][a-z]/.test(name) && typeof value === 'object' && (value as JsonSchema | null)?.type === 'object'
}
