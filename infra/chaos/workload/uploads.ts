import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FailureCode } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import { makeGarment } from '@toile/testing/garments/garments'
import { uploadArrows } from '@toile/contracts/uploads/uploads.constants'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { call, json, orGiveUp, until, type Client } from './client.js'

/** Some twenty pieces and three seconds a garment: every fault falls between or into the pieces of someone. */
const PIECE_BYTES = 4 * 1024
const PAUSE_MS = 120
/** A piece that gets no answer for this long is asked after on a new connection, while the first may still live. */
const PIECE_TIMEOUT_MS = 3_000
/** A last piece was measured to take 20 to 60 ms. */
const LOOK_MS = 5
const MOST_LOOKS = 20

/** Of one person, so that the workers have enough to do, and no more than they can do. */
export const MOST_ON_THEIR_WAY = 2
const ASK_EVERY_MS = 1_000

/**
 * Uploads garments, each fourth no garment at all, and makes and changes works, until it is enough or `enoughUploads`
 * fires, at most `most` at a time. Whatever fails is tried again, as a patient client does; where patience ends the journal says so.
 */
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

/** Until an upload has come to its end, or it is enough: whether it ever does is for the checker to say. */
async function hasEnded(client: Client, uploadId: string): Promise<void> {
  while (!client.enough.aborted) {
    const answer = await until(client, 200, ['GET', `/uploads/${uploadId}`])
    const { stage } = (await answer.json()) as Upload
    if (stage === 'failed' || uploadArrows[stage].length === 0) return
    await wait(ASK_EVERY_MS)
  }
}

/** Every try bears the same key, so however many reach the API it is one work; its title says which. */
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

/** An upload whose announcement had no answer counts as unfinished: when they are too many, they are cancelled. */
async function announce(client: Client, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const answer = await until(client, [201, 429], ['POST', '/uploads', { headers }])
    if (answer.status === 201) return answer
    const list = await until(client, 200, ['GET', '/uploads?limit=100'])
    const { items } = (await list.json()) as { items: Upload[] }
    // One whose bytes are all there stays: the API refuses.
    for (const { id, stage } of items)
      if (stage === 'upload') await call(client, 'DELETE', `/uploads/${id}`).catch(() => undefined)
    await wait(ASK_EVERY_MS)
  }
}

/** Sends the piece at `offset`; returns the offset that the API then acknowledges, asked for when the answer is lost. */
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

/**
 * Asks how far an upload is while its last piece is on its way, as a second device does, until `answered` fires: then
 * two may find it complete at once. What they hear is not acknowledged to anyone, so the journal has none of it.
 */
async function lookOn(client: Client, path: string, answered: AbortSignal): Promise<void> {
  const asked: Promise<unknown>[] = []
  while (!answered.aborted && asked.length < MOST_LOOKS) {
    asked.push(call(client, 'HEAD', path, {}, PIECE_TIMEOUT_MS).catch(() => undefined))
    await wait(LOOK_MS)
  }
  await Promise.all(asked)
}
