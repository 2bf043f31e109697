import { Ajv, type ErrorObject } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { bodyLimits } from '@toile/contracts/body-limits'
import { invalidInput, type FieldProblem } from '@toile/contracts/errors'

// Bodies are JSON and mean what they say; addresses are text, so numbers in them are read as such. Unknown keys are
// refused by the schemas themselves (additionalProperties: false), never dropped in silence.
const options = { useDefaults: true, removeAdditional: false, strict: false } as const
const strict = new Ajv({ ...options, allErrors: true })
const coercing = new Ajv({ ...options, allErrors: true, coerceTypes: true })
/** Stops at the first fault, so that its work does not grow with what was sent. */
const hasty = new Ajv(options)
/** A form with more faults is no form. */
const MAX_FIELDS = 20

/**
 * Checks one part of a request by its contract. Schemas are compiled at the first call that needs them: all of them together
 * would be a third of the time that the process takes to start.
 */
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

/** Whether a body holds more than its schema could ever take. */
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

/**
 * Writes an answer by its contract: what the schema does not name is left out. Compiled at the first answer, as above, and
 * once for all routes that answer with the same schema.
 */
export const writeBySchema: FastifySerializerCompiler<TSchema> = ({ schema }) => {
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

/**
 * What a list is asked with, as its own call would take it: texts that stand for numbers are numbers. The page is left out.
 * @throws ToileError INVALID_INPUT
 */
export function checkQuery<Q extends Record<string, unknown>>(schema: TSchema, { page: _, pageSize: __, ...given }: Q) {
  const check = coercing.compile(schema)
  const query = { ...given }
  if (!check(query)) throw invalidInput(fieldProblems(check.errors ?? []))
  const { page: _page, pageSize: _pageSize, ...asked } = query as Q
  return asked as Omit<Q, 'page' | 'pageSize'>
}

/** What is wrong with which field, out of the validator's findings. */
export function fieldProblems(errors: readonly Partial<ErrorObject>[]): Record<string, FieldProblem[]> {
  const fields: Record<string, FieldProblem[]> = {}
  for (const error of errors) {
    const params = (error.params ?? {}) as Record<string, string | number>
    const [top] = (error.instancePath ?? '').split('/').filter(Boolean)
    // Keys that the schema does not name are never said back.
    const field = top ?? String(params['missingProperty'] ?? 'body')
    fields[field] ??= [problemOf(error.keyword, params)]
    if (Object.keys(fields).length === MAX_FIELDS) break
  }
  return fields
}

function problemOf(keyword: string | undefined, params: Record<string, string | number>): FieldProblem {
  const limit = Number(params['limit'] ?? 0)
  switch (keyword) {
    case 'additionalProperties':
      return { code: 'FIELD_UNKNOWN' }
    case 'required':
      return { code: 'FIELD_REQUIRED' }
    case 'minLength':
      return { code: 'FIELD_TOO_SHORT', params: { min: limit } }
    case 'maxLength':
      return { code: 'FIELD_TOO_LONG', params: { max: limit } }
    case 'maxItems':
      return { code: 'FIELD_TOO_MANY', params: { max: limit } }
    default:
      return { code: 'FIELD_INVALID' }
  }
}
