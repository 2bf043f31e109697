import { isDeed, type Route } from '@toile/contracts/route'
import { routes } from '@toile/contracts/routes'
import type { Config } from '@toile/runtime/config'

const reasonText = 'Why, for the audit log, where the body has no reason; percent-encoded'

interface ObjectSchema {
  properties?: Record<string, object>
  required?: string[]
}

/** The OpenAPI 3.1 description, made from the contract's routes: TypeBox schemas are JSON Schema already. */
export function openApiDocument(config: Pick<Config, 'version' | 'publicUrl'>) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Toile', version: config.version, license: { name: 'MIT' } },
    servers: [{ url: config.publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: errorSchema },
    },
  }
}

function operation(name: string, route: Route): object {
  const error = {
    description: 'Error',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  return {
    operationId: name,
    summary: route.summary,
    // What the call is about, by which viewers gather calls.
    tags: [route.path.split('/')[1]],
    'x-access': route.access,
    ...(route.access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [
      ...parametersOf('path', route.params as ObjectSchema | undefined),
      ...parametersOf('query', route.query as ObjectSchema | undefined),
      ...(route.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }]
        : []),
      ...(isDeed(route)
        ? [{ name: 'Toile-Reason', in: 'header', description: reasonText, schema: { type: 'string' } }]
        : []),
    ],
    ...(route.body && { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }),
    ...(route.form && { requestBody: { required: true, content: { 'multipart/form-data': { schema: route.form } } } }),
    responses: {
      [route.status]: {
        description: 'Success',
        ...(route.answer && { content: { 'application/json': { schema: route.answer } } }),
      },
      default: error,
    },
  }
}

function parametersOf(where: 'path' | 'query', schema: ObjectSchema | undefined): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (schema?.required ?? []).includes(name),
    schema: property,
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
