import { Ajv, type ErrorObject, type Options, type SchemaValidateFunction } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { bodyLimits } from '@toile/contracts/body-limits'
import { invalidInput, type FieldProblem } from '@toile/contracts/errors'
import { cleanText } from '@toile/contracts/texts'

// Paths and queries are text, so their values are coerced. JSON bodies are not coerced. Unknown keys are refused.

/** The schema keyword `clean` cleans a free text before the length of the text is checked. */
const clean: SchemaValidateFunction = (_, text: string, _schema, at) => {
  at!.parentData[at!.parentDataProperty] = cleanText(text)
  return true
}

const createAjv = (options: Options) =>
  new Ajv({ useDefaults: true, removeAdditional: false, strict: false, verbose: true, ...options }).addKeyword({
    keyword: 'clean',
    type: 'string',
    modifying: true,
    before: 'maxLength',
    validate: clean,
  })
const strict = createAjv({ allErrors: true })
const coercing = createAjv({ allErrors: true, coerceTypes: true })
/** For bodies with too many values. It stops at the first error instead of collecting an error for each value. */
const hasty = createAjv({})
const MAX_FIELDS = 20

/** Compiles a schema at its first use, because compiling all schemas together takes a third of the start time. */
export const checkBySchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const isBody = httpPart === 'body'
  const all = atFirstCall(() => (isBody ? strict : coercing).compile(schema))
  const first = atFirstCall(() => hasty.compile(schema))
  const { maxValues } = isBody ? bodyLimits(schema) : { maxValues: Infinity }
  return (data: unknown) => {
    const check = hasMoreValues(data, maxValues) ? first() : all()
    return check(data) || { error: check.errors ?? [] }
  }
}

function hasMoreValues(body: unknown, max: number): boolean {
  if (max === Infinity) return false
  const left = [body]
  for (let count = 1; left.length > 0; count++) {
    if (count > max) return true
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    const values: unknown[] = Object.values(value)
    if (values.length > max) return true
    left.push(...values)
  }
  return false
}

/** Serializes only properties that the schema contains. Compiles each schema once, for its first response. */
export const writeBySchema: FastifySerializerCompiler<TSchema> = ({ schema }) => schemaWriter(schema)

export function schemaWriter(schema: TSchema): (data: unknown) => string {
  const write = atFirstCall(() => {
    const known = writers.get(schema) ?? fastJsonStringify(schema)
    writers.set(schema, known)
    return known
  })
  return (data) => write()(data)
}

const writers = new WeakMap<TSchema, (data: unknown) => string>()

function atFirstCall<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Checks a query without its page and page size, and coerces the values. @throws ToileError INVALID_INPUT */
export function checkQuery<Q extends Record<string, unknown>>(schema: TSchema, { page: _, pageSize: __, ...given }: Q) {
  const check = coercing.compile(schema)
  const query = { ...given }
  if (!check(query)) throw invalidInput(fieldProblems(check.errors ?? []))
  const { page: _page, pageSize: _pageSize, ...asked } = query as Q
  return asked as Omit<Q, 'page' | 'pageSize'>
}

export function fieldProblems(errors: readonly Partial<ErrorObject>[]): Record<string, FieldProblem[]> {
  const fields: Record<string, FieldProblem[]> = {}
  // Errors about the type of the whole body ("must be null") are dropped if there are other, more precise errors.
  const inner = errors.filter(({ instancePath, keyword }) => instancePath || !/^(type|anyOf)$/.test(keyword ?? ''))
  for (const error of inner.length > 0 ? inner : errors) {
    const params = (error.params ?? {}) as Record<string, string | number>
    const field = fieldOf(error, params)
    fields[field] ??= [problemOf(error.keyword, params)]
    if (Object.keys(fields).length === MAX_FIELDS) break
  }
  return fields
}

/** Name of the wrong field, never a key that the client made up. A text in an object has a path such as `names.en`. */
function fieldOf({ instancePath = '', parentSchema }: Partial<ErrorObject>, params: Record<string, string | number>) {
  const [, top, inner, ...deeper] = instancePath.split('/')
  const isText = parentSchema?.['clean'] && inner && deeper.length === 0 && !/^\d+$/.test(inner)
  return isText ? `${top}.${inner}` : (top ?? String(params['missingProperty'] ?? 'body'))
}

function problemOf(keyword: string | undefined, params: Record<string, string | number>): FieldProblem {
  const limit = Number(params['limit'] ?? 0)
  switch (keyword) {
    case 'additionalProperties':
      return { code: 'FIELD_UNKNOWN' }
    case 'required':
      return { code: 'FIELD_REQUIRED' }
    case 'minLength':
      if (limit === 1) return { code: 'FIELD_REQUIRED' }
      return { code: 'FIELD_TOO_SHORT', params: { min: limit } }
    case 'maxLength':
      return { code: 'FIELD_TOO_LONG', params: { max: limit } }
    case 'maxItems':
      return { code: 'FIELD_TOO_MANY', params: { max: limit } }
    default:
      return { code: 'FIELD_INVALID' }
  }
}
