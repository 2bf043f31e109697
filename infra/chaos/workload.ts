import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@toile/contracts/ids'
import { makeGarment } from '@toile/testing/garments'
import type { Journal } from './journal.js'

/** Small pieces, so that faults fall between and into them. */
const PIECE_BYTES = 6 * 1024
const PAUSE_MS = 40
const RETRY_MS = 250

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

/** Uploads garments and makes works until it is enough. Whatever fails is tried again, as a patient client does. */
export async function work(client: Client, seed: number, uploads: number): Promise<void> {
  for (let i = 0; i < uploads && !client.enough.aborted; i++) {
    await makeWork(client)
    await upload(client, await makeGarment({ segments: 20, textureSize: 128, seed: seed * 100 + i }))
  }
}

let turn = 0
function call(client: Client, method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const url = client.urls[turn++ % client.urls.length]!
  return fetch(url + path, {
    ...init,
    method,
    headers: { authorization: `Bearer ${client.token}`, 'tus-resumable': '1.0.0', ...init.headers },
    signal: AbortSignal.any([client.broken, AbortSignal.timeout(20_000)]),
  })
}

/** Calls until the answer has the status wanted: a fault on the way is waited out. */
async function until(client: Client, wanted: number, attempt: () => Promise<Response>): Promise<Response> {
  for (;;) {
    client.broken.throwIfAborted()
    const answer = await attempt().catch(() => undefined)
    if (answer?.status === wanted) return answer
    await answer?.arrayBuffer().catch(() => {})
    await wait(RETRY_MS)
  }
}

async function makeWork(client: Client): Promise<void> {
  const idempotencyKey = newId()
  const answer = await until(client, 201, () =>
    call(client, 'POST', '/works', {
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ title: `Chaos ${idempotencyKey.slice(-6)}` }),
    }),
  )
  const { id } = (await answer.json()) as { id: string }
  client.journal.write({ kind: 'work', idempotencyKey, workId: id })
}

async function upload(client: Client, source: Buffer): Promise<void> {
  const created = await until(client, 201, () =>
    call(client, 'POST', '/uploads', {
      headers: {
        'upload-length': String(source.length),
        'upload-metadata': `filename ${Buffer.from('chaos.glb').toString('base64')}`,
      },
    }),
  )
  const path = created.headers.get('location')!
  const uploadId = path.split('/').at(-1)!
  let offset = 0
  while (offset < source.length) {
    const piece = source.subarray(offset, offset + PIECE_BYTES)
    const answer = await call(client, 'PATCH', path, {
      headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(piece),
    }).catch(() => undefined)
    if (answer?.status === 204) {
      offset = Number(answer.headers.get('upload-offset'))
      client.journal.write({ kind: 'bytes', uploadId, offset })
    } else {
      const head = await until(client, 200, () => call(client, 'HEAD', path))
      offset = Number(head.headers.get('upload-offset'))
      client.journal.write({ kind: 'head', uploadId, offset })
    }
    await wait(PAUSE_MS)
  }
  const sha256 = createHash('sha256').update(source).digest('hex')
  client.journal.write({ kind: 'complete', uploadId, sha256, bytes: source.length })
}
