import { Ajv, type ErrorObject } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { invalidInput, type FieldProblem } from '@toile/contracts/errors'

// Bodies are JSON and mean what they say; addresses are text, so numbers in them are read as such. Unknown keys are
// refused by the schemas themselves (additionalProperties: false), never dropped in silence.
const strict = new Ajv({ allErrors: true, useDefaults: true, removeAdditional: false, strict: false })
const coercing = new Ajv({
  allErrors: true,
  useDefaults: true,
  removeAdditional: false,
  strict: false,
  coerceTypes: true,
})

/**
 * Checks one part of a request by its contract. Schemas are compiled at the first call that needs them: all of them together
 * would be a third of the time that the process takes to start.
 */
export const checkBySchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = atFirstCall(() => (httpPart === 'body' ? strict : coercing).compile(schema))
  return (data: unknown) => check()(data) || { error: check().errors ?? [] }
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
    const path = (error.instancePath ?? '').split('/').filter(Boolean)
    const extra = params['missingProperty'] ?? params['additionalProperty']
    const field = path[0] ?? String(extra ?? 'body')
    const list = (fields[field] ??= [])
    if (list.length === 0) list.push(problemOf(error.keyword, params))
  }
  return fields
}

function problemOf(keyword: string | undefined, params: Record<string, string | number>): FieldProblem {
  const limit = Number(params['limit'] ?? 0)
  switch (keyword) {
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
