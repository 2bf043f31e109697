import { setTimeout as wait } from 'node:timers/promises'
import { CommandFailed } from '../command.js'

/**
 * The API refused a call, or an upload failed. The message is `CODE: sentence`, with a line per invalid field. An
 * answer without a code, for example from a proxy, gets the code INTERNAL and a message without a code.
 */
export class Refused extends CommandFailed {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface Api {
  url: string
  token: string
  signal: AbortSignal
}

/** How long calls are retried. This time covers a restart of the API. */
const PATIENCE_MS = 120_000
const PAUSE_MS = 1_000

/** Retries an unreachable API, so calls must be idempotent. @throws Refused; a connection error; the abort's reason */
export async function callApi<T>(
  { url, token, signal }: Api,
  method: string,
  path: string,
  { body, idempotencyKey }: { body?: object; idempotencyKey?: string } = {},
): Promise<T> {
  const request = {
    method,
    signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }
  for (
    const giveUpAt = Date.now() + PATIENCE_MS;
    ;
    await wait(PAUSE_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  ) {
    const response = await fetch(url + path, request).catch((error: unknown) => {
      if (signal.aborted || Date.now() > giveUpAt) throw error
      return undefined
    })
    if (response?.ok) return (await response.json()) as T
    const passing = !response || [502, 503, 504].includes(response.status)
    if (passing && Date.now() < giveUpAt) continue
    throw refusalOf(response?.status ?? 503, await response?.text())
  }
}

/** Returns the API's error. An answer without such an error is described by its status. */
export function refusalOf(status: number, text = ''): Refused {
  try {
    const { code, message, fields } = JSON.parse(text) as {
      code: string
      message: string
      fields?: Record<string, string[]>
    }
    const lines = Object.entries(fields ?? {}).map(([field, problems]) => `  ${field}: ${problems.join(' ')}`)
    return new Refused(code, [`${code}: ${message}`, ...lines].join('\n'))
  } catch {
    const isLimit = status === 413
    return new Refused(
      'INTERNAL',
      isLimit
        ? 'A server in front of the API refuses requests of this size (413): allow larger ones there, see docs/operators.md.'
        : `The API answered with status ${status}.`,
    )
  }
}
