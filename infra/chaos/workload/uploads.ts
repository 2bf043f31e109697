import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FailureCode } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import { makeGarment } from '@toile/testing/garments/garments'
import { uploadArrows } from '@toile/contracts/uploads/uploads.constants'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { call, json, orGiveUp, until, type Client } from './client.js'

/** A garment is sent in about twenty pieces over three seconds, so that faults strike between and within pieces. */
const PIECE_BYTES = 4 * 1024
const PAUSE_MS = 120
/** After this time, the client drops the connection and requests the offset. The API may not have noticed the drop. */
const PIECE_TIMEOUT_MS = 3_000
/** Interval of HEAD requests during the last piece, which takes 20 to 60 ms. */
const LOOK_MS = 5
const MOST_LOOKS = 20

/** Number of uploads in processing per user. It keeps the workers busy, but is no more than they can process. */
export const MOST_ON_THEIR_WAY = 2
const ASK_EVERY_MS = 1_000

/** Every fourth file is not a garment. Failed calls are retried. The journal records each upload that is given up. */
export async function work(
  client: Client,
  seed: number,
  { most, enoughUploads }: { most: number; enoughUploads: AbortSignal },
): Promise<void> {
  const onTheirWay: string[] = []
  for (let i = 0; !client.enough.aborted && !enoughUploads.aborted; i++)
    await orGiveUp(client, async () => {
      const workId = await makeWork(client)
      const isGarment = i % 4 !== 1
      const source = isGarment
        ? await makeGarment({ segments: 20, textureSize: 128, seed: seed * 100 + i })
        : Buffer.from('this is no garment. '.repeat(2_000))
      onTheirWay.push(await upload(client, source, isGarment ? 'ready_to_publish' : 'NOT_A_MODEL'))
      await changeWork(client, workId, `Changed for the ${i}. time`)
      while (onTheirWay.length >= most) await hasEnded(client, onTheirWay.shift()!)
    })
}

async function hasEnded(client: Client, uploadId: string): Promise<void> {
  while (!client.enough.aborted) {
    const answer = await until(client, 200, ['GET', `/uploads/${uploadId}`])
    const { stage } = (await answer.json()) as Upload
    if (stage === 'failed' || uploadArrows[stage].length === 0) return
    await wait(ASK_EVERY_MS)
  }
}

/** Each work has one idempotency key, so that retries make one work. The checker finds the work by its title. */
async function makeWork(client: Client): Promise<string> {
  const key = newId()
  const title = key.slice(-12)
  const answer = await until(client, 201, ['POST', '/works', json({ title }, { 'idempotency-key': key })])
  const { id } = (await answer.json()) as { id: string }
  client.journal.write({ kind: 'work', title, workId: id })
  return id
}

async function changeWork(client: Client, workId: string, intro: string): Promise<void> {
  await until(client, 200, ['PATCH', `/works/${workId}`, json({ intro }, { 'idempotency-key': newId() })])
  client.journal.write({ kind: 'patch', workId, intro })
}

async function upload(client: Client, source: Buffer, expects: 'ready_to_publish' | FailureCode): Promise<string> {
  const headers = {
    'upload-length': String(source.length),
    'upload-metadata': `filename ${Buffer.from('chaos.glb').toString('base64')}`,
  }
  const created = await announce(client, headers)
  const path = created.headers.get('location')!
  const uploadId = path.split('/').at(-1)!
  const sha256 = createHash('sha256').update(source).digest('hex')
  client.journal.write({ kind: 'created', uploadId, sha256, bytes: source.length, expects })
  for (let offset = 0; offset < source.length; await wait(PAUSE_MS))
    offset = await addPiece(client, path, source, offset)
  client.journal.write({ kind: 'complete', uploadId })
  return uploadId
}

/** Creates an upload. If creations with lost answers left too many unfinished uploads (429), cancels all of them. */
async function announce(client: Client, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const answer = await until(client, [201, 429], ['POST', '/uploads', { headers }])
    if (answer.status === 201) return answer
    const list = await until(client, 200, ['GET', '/uploads?limit=100'])
    const { items } = (await list.json()) as { items: Upload[] }
    // No complete upload is lost, because the API refuses to cancel it.
    for (const { id, stage } of items)
      if (stage === 'upload') await call(client, 'DELETE', `/uploads/${id}`).catch(() => undefined)
    await wait(ASK_EVERY_MS)
  }
}

/** Sends a piece. @returns the acknowledged offset, which HEAD asks for if the answer is lost or an error */
async function addPiece(client: Client, path: string, source: Buffer, offset: number): Promise<number> {
  const uploadId = path.split('/').at(-1)!
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  const body = new Uint8Array(source.subarray(offset, offset + PIECE_BYTES))
  const answered = new AbortController()
  const looking = offset + PIECE_BYTES >= source.length ? lookOn(client, path, answered.signal) : undefined
  const answer = await call(client, 'PATCH', path, { headers, body }, PIECE_TIMEOUT_MS).catch(() => undefined)
  answered.abort()
  await looking
  const acknowledged = answer?.status === 204 ? answer : await until(client, 200, ['HEAD', path])
  const reached = Number(acknowledged.headers.get('upload-offset'))
  client.journal.write({ kind: acknowledged === answer ? 'bytes' : 'head', uploadId, offset: reached })
  return reached
}

/** Sends HEAD like a second device. A HEAD that finds all bytes completes the upload, in a race with the PATCH. */
async function lookOn(client: Client, path: string, answered: AbortSignal): Promise<void> {
  const asked: Promise<unknown>[] = []
  while (!answered.aborted && asked.length < MOST_LOOKS) {
    asked.push(call(client, 'HEAD', path, {}, PIECE_TIMEOUT_MS).catch(() => undefined))
    await wait(LOOK_MS)
  }
  await Promise.all(asked)
}
