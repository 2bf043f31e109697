export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema | false
  prefixItems?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  additionalProperties?: boolean | Schema
}

type Content = Record<string, { schema?: Schema }>

export interface Operation {
  operationId: string
  summary: string
  tags: [string]
  'x-access': 'public' | 'user' | 'verified' | 'owner' | 'admin'
  parameters: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

export interface ApiDocument {
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const COMPONENT = /^#\/components\/schemas\/(\w+)$/

/** Replaces each reference to a named schema with the schema itself. */
export function withSchemas(document: ApiDocument): ApiDocument {
  const { schemas } = document.components
  const resolved = new Map<unknown, unknown>()
  const resolve = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const named = COMPONENT.exec(String((part as { $ref?: unknown }).$ref))
    if (named) return resolve(schemas[named[1]!])
    if (!resolved.has(part)) {
      const entries = Object.entries(part).map(([key, inner]) => [key, resolve(inner)] as const)
      resolved.set(part, Array.isArray(part) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries))
    }
    return resolved.get(part)
  }
  return resolve(document) as ApiDocument
}

export interface Call extends Operation {
  method: string
  path: string
}

export function callsByTag({ paths }: ApiDocument, words: string): [tag: string, calls: Call[]][] {
  const wanted = words.toLowerCase().split(/\s+/)
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  const found = calls.filter(({ method, path, summary, operationId }) => {
    const text = `${method} ${path} ${summary} ${operationId}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  const groups = new Map<string, Call[]>()
  for (const call of found) groups.set(call.tags[0], [...(groups.get(call.tags[0]) ?? []), call])
  return [...groups].sort(([a], [b]) => a.localeCompare(b))
}
