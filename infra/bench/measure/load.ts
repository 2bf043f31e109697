import { Agent, request, type OutgoingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export interface GetRequest {
  port: number
  path: string
  headers?: OutgoingHttpHeaders
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds per call, ascending. */
  ms: number[]
}

/**
 * Each client calls `work` every `everyMs`, or without a pause when `everyMs` is undefined. A call that starts late is
 * timed from when it was due. `index` counts the calls of all clients.
 */
export async function measureLoad(
  { clients, seconds, everyMs }: { clients: number; seconds: number; everyMs?: number },
  work: (index: number, client: number) => Promise<unknown>,
): Promise<LoadResult> {
  const ms: number[] = []
  let index = 0
  const began = performance.now()
  const end = began + seconds * 1_000
  const next = (from: number) => (everyMs === undefined ? performance.now() : from + everyMs)
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let from = began + ((everyMs ?? 0) * client) / clients; from < end; from = next(from)) {
        const earlyMs = from - performance.now()
        if (earlyMs > 0) await wait(earlyMs)
        await work(index++, client)
        ms.push(performance.now() - from)
      }
    }),
  )
  return { perSecond: (ms.length * 1_000) / (performance.now() - began), ms: ms.sort((a, b) => a - b) }
}

/** Number of createHttpClients() calls so far. 256 successive calls use different ranges of loopback addresses. */
let sets = 0

/** Keep-alive clients, each from its own loopback address, because rate limits count per address. */
export function createHttpClients(count: number) {
  const net = sets++ % 256
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const send = (caller: number, { port, path, headers = {} }: GetRequest) =>
    new Promise<{ status: number; retryAfter: string | undefined; body: string }>((resolve, reject) => {
      const from = { agent: agents[caller]!, localAddress: `127.4.${net}.${caller + 1}` }
      request({ host: '127.0.0.1', port, path, headers, ...from }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        response.once('end', () =>
          resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'], body }),
        )
      })
        .once('error', reject)
        .end()
    })
  return {
    /** @returns the body @throws Error unless the status is 200, or 304 if the request has an ETag */
    async call(caller: number, get: GetRequest): Promise<string> {
      const { status, body } = await send(caller, get)
      if (status === (get.headers?.['if-none-match'] ? 304 : 200)) return body
      throw new Error(`${get.path} answered ${status}: ${body.slice(0, 300)}`)
    },
    send,
    close: () => agents.forEach((agent) => agent.destroy()),
  }
}

/** The values must be in ascending order. */
export function quantile(ordered: readonly number[], share: number): number {
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))]!
}
