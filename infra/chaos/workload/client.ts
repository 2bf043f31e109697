import { setTimeout as wait } from 'node:timers/promises'
import type { Journal } from '../journal.js'

const RETRY_MS = 250
const CALL_TIMEOUT_MS = 20_000
/** Longer than several long faults in a row, a minute each, and the restarts after them. */
const PATIENCE_MS = 300_000

export interface Client {
  /** Copies of the API; each call goes to the next one. */
  urls: string[]
  /** Of the person who calls. */
  id: string
  token: string
  journal: Journal
  /** Fires when it is enough: what is begun is still finished. */
  enough: AbortSignal
  /** Fires when the run is broken off. */
  broken: AbortSignal
}

/** A call was never answered as wanted. */
class GaveUp extends Error {}

let turn = 0
/** Of the copy of the API whose turn it is. */
export const nextUrl = ({ urls }: Pick<Client, 'urls'>): string => urls[turn++ % urls.length]!

/** One call, to the next copy of the API. */
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

/** An answer with all of its body: a fault may come between its head and its end. */
async function whole(answer: Response): Promise<Response> {
  const bytes = await answer.arrayBuffer()
  return new Response(bytes.byteLength > 0 ? bytes : null, answer)
}

/** Calls until the answer has a status wanted, and is there whole: a fault on the way is waited out. Throws GaveUp where patience ends. */
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

/** Does something that is more than one call, or none, however often that takes. Throws GaveUp where patience ends. */
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

/** Goes on with the next one where patience ended: the journal says so, and the checker takes it as stuck. */
export async function orGiveUp(client: Client, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    client.journal.write({ kind: 'gaveUp', what: error.message })
  }
}

/** A call's body as JSON. */
export const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
