import { setTimeout as wait } from 'node:timers/promises'
import type { Journal } from '../journal.js'

const RETRY_MS = 250
const CALL_TIMEOUT_MS = 20_000
/** How long calls are retried. This time outlasts several one-minute faults in a row and the restarts after them. */
const PATIENCE_MS = 300_000

export interface Client {
  urls: string[]
  id: string
  token: string
  journal: Journal
  /** Ends the workload. Actions that have started are still completed. */
  enough: AbortSignal
  /** Aborts the run. */
  broken: AbortSignal
}

class GaveUp extends Error {}

let turn = 0
export const nextUrl = ({ urls }: Pick<Client, 'urls'>): string => urls[turn++ % urls.length]!

export function call(
  client: Client,
  method: string,
  path: string,
  init: RequestInit = {},
  timeoutMs = CALL_TIMEOUT_MS,
) {
  return fetch(nextUrl(client) + path, {
    ...init,
    method,
    headers: { authorization: `Bearer ${client.token}`, 'tus-resumable': '1.0.0', ...init.headers },
    signal: AbortSignal.any([client.broken, AbortSignal.timeout(timeoutMs)]),
  })
}

/** Reads the whole body, because a fault may strike after the headers. */
async function whole(answer: Response): Promise<Response> {
  const bytes = await answer.arrayBuffer()
  return new Response(bytes.byteLength > 0 ? bytes : null, answer)
}

/** Retries until a complete answer has a wanted status. Throws GaveUp after PATIENCE_MS. */
export async function until(
  client: Client,
  wanted: number | readonly number[],
  [method, path, init]: [string, string, RequestInit?],
): Promise<Response> {
  let last = 'no answer'
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(RETRY_MS)) {
    client.broken.throwIfAborted()
    const answer = await call(client, method, path, init)
      .then(whole)
      .catch(() => undefined)
    if (answer && [wanted].flat().includes(answer.status)) return answer
    last = answer ? `${answer.status} ${await answer.text()}` : 'no answer'
  }
  throw new GaveUp(`${method} ${path}: ${last}`)
}

/** Retries `work` until it succeeds. Throws GaveUp after PATIENCE_MS. */
export async function untilDone<T>(client: Client, what: string, work: () => Promise<T>): Promise<T> {
  let last = ''
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(RETRY_MS)) {
    client.broken.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      last = (error as Error).message
    }
  }
  throw new GaveUp(`${what}: ${last}`)
}

/** Writes a GaveUp to the journal, where the checker reports it as stuck, and lets the caller continue. */
export async function orGiveUp(client: Client, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    client.journal.write({ kind: 'gaveUp', what: error.message })
  }
}

export const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
