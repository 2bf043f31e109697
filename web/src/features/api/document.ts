/** A JSON Schema as far as the API's own schemas go. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
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

type Content = Record<string, { schema: Schema & { $ref?: string } }>

/** One call as OpenAPI describes it. */
export interface Operation {
  operationId: string
  summary: string
  tags: [string]
  'x-access': 'public' | 'user' | 'verified' | 'owner' | 'admin'
  parameters: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

/** What /openapi.json holds, as far as the page shows it. */
export interface ApiDocument {
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

export interface Call extends Operation {
  method: string
  path: string
}

/** The calls that have all the words, by the thing that they are about. */
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
