import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ToileError, type ErrorCode, type FieldProblem } from '@toile/contracts/errors'
import { pickLanguage } from '@toile/contracts/languages.constants'
import { messageText } from '@toile/contracts/words'
import { QueueFull } from '@toile/runtime/fair-queue'
import { oncePer } from '@toile/runtime/logger'
import { fieldProblems } from './validation.js'

export const LOG_EVERY_MS = 10_000
const isTimeToLog = oncePer(LOG_EVERY_MS)

/** The contract's error body in the caller's language. The body repeats nothing that the caller sent. */
export function errorBody(error: ToileError, request: FastifyRequest) {
  const language = pickLanguage(request.headers['accept-language'])
  const text = (problem: FieldProblem) => messageText(problem.code, problem.params ?? {}, language)
  return {
    statusCode: error.statusCode,
    error: STATUS_CODES[error.statusCode] ?? 'Error',
    code: error.code,
    message: messageText(error.code, error.params, language),
    ...(error.fields && {
      fields: Object.fromEntries(Object.entries(error.fields).map(([field, problems]) => [field, problems.map(text)])),
    }),
    requestId: request.id,
  }
}

/** Unknown errors become 500; their details appear only in the log. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
}

export function sendError(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = thrown instanceof ToileError ? thrown : translate(thrown)
  if ((thrown as Error) instanceof QueueFull) {
    if (isTimeToLog()) request.log.warn({ url: request.routeOptions.url }, 'too many passwords wait to be hashed')
  } else if (error.statusCode >= 500)
    request.log.error({ err: thrown, url: request.routeOptions.url, method: request.method }, 'call failed')
  // A compressed stream that fails before its first byte has set it, also on the raw response.
  reply.removeHeader('content-encoding').raw.removeHeader('content-encoding')
  if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
  return reply.code(error.statusCode).send(errorBody(error, request))
}

const fastifyCodes: Partial<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'INVALID_INPUT',
  FST_ERR_CTP_INVALID_JSON_BODY: 'INVALID_INPUT',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_INPUT',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
}

function translate(thrown: FastifyError): ToileError {
  if (thrown.validation)
    return new ToileError('INVALID_INPUT', { fields: fieldProblems(thrown.validation), cause: thrown })
  const known = fastifyCodes[thrown.code]
  if (known) return new ToileError(known, { cause: thrown })
  // Postgres throws these for NUL, malformed ids or numbers, and numbers out of range. No honest client sends them.
  if (/^(22021|22P05|22003|22P02)$/.test(thrown.code)) return new ToileError('INVALID_INPUT', { cause: thrown })
  if (isGone(thrown)) return new ToileError('STATE_CONFLICT', { cause: thrown })
  if (isPassing(thrown) || (thrown as Error) instanceof QueueFull)
    return new ToileError('UNAVAILABLE', { retryAfterSeconds: 2, cause: thrown })
  if ((thrown as NodeJS.ErrnoException).code === 'ENOSPC') return new ToileError('STORAGE_FULL', { cause: thrown })
  // This is one of Fastify's own 4xx errors, for example for `__proto__` in JSON.
  if (thrown.statusCode && thrown.statusCode < 500) return new ToileError('INVALID_INPUT', { cause: thrown })
  return new ToileError('INTERNAL', { cause: thrown })
}

/** Whether a foreign key or the trigger on lists of pictures failed because an image or upload was deleted. */
function isGone({ code, constraint, detail }: FastifyError & { constraint?: string; detail?: string }): boolean {
  return (
    code === '23503' && (constraint === 'shown_image' || /not present in table "(images|uploads)"/.test(detail ?? ''))
  )
}

/** Whether a retry may succeed: Postgres or Redis restarts or is slow, Postgres is full, or transactions collide. */
function isPassing(error: FastifyError): boolean {
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|08\w{3}|57P0\d|57014|53\w{3}|55P03|40001|40P01|25P03)$/.test(error.code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection timeout|Command timed out|Connection is closed|max retries per request/i.test(
      error.message,
    )
  )
}
