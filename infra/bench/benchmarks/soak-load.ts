import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { newId } from '@toile/contracts/ids'
import type { Render } from '@toile/contracts/renders/renders'
import type { WorkCard } from '@toile/contracts/works/works'
import type { Db } from '@toile/db/client'
import { makeGarment } from '@toile/testing/garments/garments'
import { makeClip } from '@toile/testing/files/videos'
import { ensureDemoAccount } from '@toile/demo/accounts'
import { makePerson, type Person } from '../../chaos/workload/people.js'
import { callApi, type Api } from '../../cli/client/api.js'
import { openLive } from '../../cli/client/live.js'
import { publishUpload } from '../../cli/client/publish.js'
import { sentAndReady } from '../../start/demo/works.js'

const PEOPLE = 15

export interface SoakLoad {
  /** Number of successful actions, and number of failures per error message. */
  calls(): { done: number; failed: Map<string, number> }
  /** Resolves after `signal` is aborted, once all running actions have ended. */
  ended: Promise<void>
}

interface Guest extends Person {
  api: Api
  leave(): void
}

/** Starts steady traffic of all kinds, which lasts until `signal` is aborted. */
export async function soakLoad(options: {
  db: Db
  url: string
  secret: string
  folder: string
  signal: AbortSignal
}): Promise<SoakLoad> {
  const { db, url, secret, folder, signal } = options
  const failed = new Map<string, number>()
  let done = 0
  let turn = 0
  const guests: Guest[] = []
  const guest = () => guests[turn++ % guests.length]!
  let works: WorkCard[] = []
  const work = () => works[turn++ % works.length]

  const come = async () => {
    const person = await makePerson(db, secret)
    const api = { url, token: person.token, signal }
    const { close } = openLive(api, { catchUp: () => {}, refused: () => {} })
    guests.push({ ...person, api, leave: close })
    if (guests.length > PEOPLE) guests.shift()!.leave()
  }
  for (let i = 0; i < PEOPLE; i++) await come()
  const admin: Api = { url, token: await signIn(options), signal }

  const call = async (
    method: string,
    at: string,
    body?: object,
    { token }: Api = guest().api,
    accept = 'application/json',
  ): Promise<unknown> => {
    const answer = await fetch(url + at, {
      method,
      signal,
      headers: { authorization: `Bearer ${token}`, accept, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${at.replace(/[0-9a-f-]{36}/g, ':id')} ${answer.status}`)
    return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
  }
  const ofWork = (at: string, method = 'GET', body?: object) => {
    const one = work()
    return one && call(method, `/works/${one.id}${at}`, body)
  }
  const withFile = async (name: string, bytes: Buffer, use: (file: string) => Promise<unknown>) => {
    const file = path.join(folder, name)
    writeFileSync(file, bytes)
    await use(file).finally(() => rmSync(file, { force: true }))
  }
  const publish = async () => {
    const { id, api } = guest()
    const seed = turn
    const garment = await makeGarment({ segments: 24, textureSize: 128, seed })
    await withFile(`soak-${newId()}.glb`, garment, async (file) => {
      await publishUpload(api, await sentAndReady(db, api, id, file), { title: `Soaked linen ${seed}` })
    })
  }
  await publish()

  const actions: [times: number, action: () => unknown][] = [
    [1, come],
    [20, () => call('GET', '/', undefined, undefined, 'text/html')],
    [40, async () => (works = ((await call('GET', '/works?limit=24')) as { items: WorkCard[] }).items)],
    [20, () => call('GET', '/works?limit=24&sort=popular')],
    [15, () => call('GET', '/works?q=linen')],
    [40, () => ofWork('')],
    [20, () => ofWork('/comments')],
    [20, () => ofWork('/views', 'POST')],
    [6, () => ofWork('/comments', 'POST', { body: `Nice seams ${turn}` })],
    [8, () => ofWork('/like', turn % 2 ? 'PUT' : 'DELETE')],
    [40, () => picture(work())],
    [10, () => call('GET', '/users')],
    [20, () => call('GET', '/notifications')],
    [10, () => call('GET', '/me/works')],
    [30, () => call('POST', '/analytics/page-views', { id: newId(), path: '/learning', seconds: 3 })],
    [4, () => wrongSignIn(url, signal)],
    [6, write],
    [6, () => call('GET', '/backstage/overview', undefined, admin)],
    [6, () => call('GET', '/backstage/users', undefined, admin)],
    [6, () => call('GET', '/backstage/queues', undefined, admin)],
    [0.5, publish],
    [1, sendPicture],
    [0.2, sendFilm],
    [0.2, render],
  ]

  async function picture(one: WorkCard | undefined): Promise<void> {
    const [variant] = one?.cover?.variants ?? []
    if (variant) await (await fetch(new URL(variant.url, url), { signal })).arrayBuffer()
  }
  async function write(): Promise<void> {
    const [from, to] = [guest(), guest()]
    await call('POST', `/conversations/${to.id}/messages`, { body: `Hello for the ${turn}. time` }, from.api)
    await call('PUT', `/conversations/${from.id}/accept`, undefined, to.api)
    await call('GET', `/conversations/${from.id}/messages`, undefined, to.api)
  }
  async function sendPicture(): Promise<void> {
    const noise = randomBytes(400 * 530 * 3)
    const jpeg = await sharp(noise, { raw: { width: 400, height: 530, channels: 3 } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('purpose', 'cover')
    form.append('file', new Blob([new Uint8Array(jpeg)]), 'cover.jpg')
    const headers = { authorization: `Bearer ${guest().token}` }
    const answer = await fetch(`${url}/images`, { method: 'POST', headers, body: form, signal })
    await answer.text()
    if (!answer.ok) throw new Error(`POST /images ${answer.status}`)
  }
  async function sendFilm(): Promise<void> {
    const { id, api } = guest()
    const file = await makeClip(folder, `soak-${newId()}.mp4`, { size: '320x180' })
    await sentAndReady(db, api, id, file, 'video').finally(() => rmSync(file, { force: true }))
  }
  async function render(): Promise<void> {
    const { id, api } = guest()
    await withFile(`soak-${newId()}.glb`, await makeGarment({ segments: 12, textureSize: 64 }), async (file) => {
      const upload = await sentAndReady(db, api, id, file)
      const body = { source: { uploadId: upload.id }, type: 'still', engine: 'preview', width: 308, height: 410 }
      let now = await callApi<Render>(api, 'POST', '/renders', { body })
      for (; !['finished', 'failed'].includes(now.status); await pause(1_000, undefined, { signal }))
        now = await callApi<Render>(api, 'GET', `/renders/${now.id}`)
      if (now.failure) throw new Error(`a render failed: ${now.failure.code}`)
    })
  }

  /** Runs an action `times` times a minute, one run at a time. Overdue runs start at once. Missed runs are skipped. */
  const keepUp = async (times: number, action: () => unknown): Promise<void> => {
    const every = 60_000 / times
    for (let due = Date.now() + Math.random() * every; ; due = Math.max(due + every, Date.now())) {
      await pause(Math.max(0, due - Date.now()), undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        await action()
        done++
      } catch (error) {
        if (signal.aborted) return
        const words = error instanceof Error ? error.message : String(error)
        failed.set(words, (failed.get(words) ?? 0) + 1)
      }
    }
  }
  const ended = Promise.all(actions.map(([times, action]) => keepUp(times, action))).then(() => {
    for (const each of guests) each.leave()
  })
  return { calls: () => ({ done, failed }), ended }
}

async function signIn({ db, url }: { db: Db; url: string }): Promise<string> {
  const password = randomBytes(12).toString('hex')
  await ensureDemoAccount(db, { username: 'soak', group: 'admin', password })
  const body = JSON.stringify({ login: 'soak@toile.local', password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/auth/login`, { method: 'POST', headers, body })
  return ((await answer.json()) as { token: string }).token
}

async function wrongSignIn(url: string, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({ login: randomBytes(6).toString('hex'), password: 'a wrong password' })
  const headers = { 'content-type': 'application/json' }
  await (await fetch(`${url}/auth/login`, { method: 'POST', headers, body, signal })).text()
}
