import { isAudited, type Route } from '@toile/contracts/route'
import { routes } from '@toile/contracts/routes'
import type { TSchema } from 'typebox'
import type { Config } from '@toile/runtime/config'
import { exampleOf } from './openapi-examples.js'
import { createSchemas, type JsonSchema, type Schemas } from './openapi-schemas.js'

const REASON_TEXT = 'Why, for the audit log, where the body has no reason; percent-encoded'

interface ObjectSchema {
  properties?: Record<string, object>
  required?: string[]
}

export function openApiDocument(config: Pick<Config, 'version' | 'publicUrl'>) {
  const schemas = createSchemas()
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Toile', version: config.version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: config.publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...sorted(schemas.components), Error: errorSchema },
      responses: {
        Error: {
          description: 'Error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

const sorted = (named: Record<string, object>) =>
  Object.fromEntries(Object.entries(named).toSorted(([one], [other]) => (one < other ? -1 : 1)))

function operation(name: string, route: Route, { describe }: Schemas): object {
  const error = { $ref: '#/components/responses/Error' }
  const bodyOf = (type: string, schema: TSchema) => ({
    requestBody: {
      required: true,
      content: { [type]: { schema: describe(schema), example: exampleOf(schema as JsonSchema) } },
    },
  })
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.path.split('/')[1]],
    'x-access': route.access,
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf('path', route.params as ObjectSchema | undefined, describe),
      ...parametersOf('query', route.query as ObjectSchema | undefined, describe),
      ...Object.entries(route.headers?.call ?? {}).map(([header, description]) => ({
        name: header,
        in: 'header',
        description,
        schema: { type: 'string' },
      })),
      ...(route.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }]
        : []),
      ...(isAudited(route)
        ? [{ name: 'Toile-Reason', in: 'header', description: REASON_TEXT, schema: { type: 'string' } }]
        : []),
    ],
    ...(route.body && bodyOf('application/json', route.body)),
    ...(route.form && bodyOf('multipart/form-data', route.form)),
    ...(route.bytes && { requestBody: { required: true, content: { [route.bytes]: {} } } }),
    responses: {
      [route.status]: {
        description: 'Success',
        ...(route.headers?.response && { headers: headersOf(route.headers.response) }),
        ...(route.response && { content: { 'application/json': { schema: describe(route.response) } } }),
      },
      '4XX': error,
      default: error,
    },
  }
}

const headersOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )

function parametersOf(
  where: 'path' | 'query',
  schema: ObjectSchema | undefined,
  describe: Schemas['describe'],
): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (schema?.required ?? []).includes(name),
    schema: describe(property),
  }))
}

const errorSchema = {
  type: 'object',
  required: ['statusCode', 'error', 'code', 'message', 'requestId'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string' },
    code: { type: 'string' },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    requestId: { type: 'string' },
  },
}
