import { Ajv, type ErrorObject } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import type { FieldProblem } from '@toile/contracts/errors'

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

/** Compiles a contract's schema for the part of the request it describes. */
export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? strict : coercing).compile(schema)

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
