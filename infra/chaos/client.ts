import { setTimeout as wait } from 'node:timers/promises'
import type { Journal } from './journal.js'

const RETRY_MS = 250
const CALL_TIMEOUT_MS = 20_000
/** Longer than any fault and the restart after it. */
const PATIENCE_MS = 90_000

export interface Client {
  /** Copies of the API; each call goes to the next one. */
  urls: string[]
  token: string
  journal: Journal
  /** Fires when it is enough: what is begun is still finished. */
  enough: AbortSignal
  /** Fires when the run is broken off. */
  broken: AbortSignal
}

/** A call was never answered as wanted. */
export class GaveUp extends Error {}

let turn = 0
/** One call, to the next copy of the API. */
export function call(
  client: Client,
  method: string,
  path: string,
  init: RequestInit = {},
  timeoutMs = CALL_TIMEOUT_MS,
) {
  const url = client.urls[turn++ % client.urls.length]!
  return fetch(url + path, {
    ...init,
    method,
    headers: { authorization: `Bearer ${client.token}`, 'tus-resumable': '1.0.0', ...init.headers },
    signal: AbortSignal.any([client.broken, AbortSignal.timeout(timeoutMs)]),
  })
}

/** Calls until the answer has a status wanted: a fault on the way is waited out. Throws GaveUp where patience ends. */
export async function until(
  client: Client,
  wanted: number | readonly number[],
  [method, path, init]: [string, string, RequestInit?],
): Promise<Response> {
  let last = 'no answer'
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(RETRY_MS)) {
    client.broken.throwIfAborted()
    const answer = await call(client, method, path, init).catch(() => undefined)
    if (answer && [wanted].flat().includes(answer.status)) return answer
    last = answer ? `${answer.status} ${await answer.text().catch(() => '')}` : 'no answer'
  }
  throw new GaveUp(`${method} ${path}: ${last}`)
}

/** A call's body as JSON. */
export const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
