import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Image } from '@toile/contracts/images/images'
import type { Db } from '@toile/db/client'
import { findUser } from '@toile/db/users/users'
import { demoGarments, type DemoGarment } from '@toile/demo/garments/demo-garments'
import { seedContent, type SeededContent } from '@toile/demo/seed-content'
import { publishDemoWorks } from '../start/demo/works.js'
import { abortedByKeyboard } from './aborted.js'
import { callApi, refusalOf, type Api } from './client/api.js'
import { withSession } from './client/session.js'
import { CommandFailed, WrongUsage, type Command } from './command.js'
import { createScreen } from './screen.js'
import { readSettings, withDb } from './settings.js'

const MAX_WORKS = 10_000_000
const TEMPLATES = 2
const AVATAR_PX = 512
const POLL_MS = 200

/** Adds realistic content, so that operators can test their machine with many works. */
export const seed: Command = {
  usage: 'seed --works N --users M',
  async run(args) {
    const { values } = parseArgs({ args, options: { works: { type: 'string' }, users: { type: 'string' } } })
    const [works, users] = [countOf(values.works), countOf(values.users)]
    if (!works || !users) throw new WrongUsage(`seed needs --works and --users, each from 1 to ${MAX_WORKS}.`)
    const config = readSettings(['secret'])
    const screen = createScreen()
    const made = await withDb(config, async (db) => {
      await makeTemplates({ db, url: config.apiUrl, secret: config.secret, signal: abortedByKeyboard() })
      return seedContent(db, {
        works,
        users,
        onProgress: (count) => screen.status(`${count} of ${works} works`, false),
      })
    })
    screen.status('')
    screen.line(inWords(made))
  },
}

const countOf = (given = ''): number | undefined =>
  /^[1-9]\d*$/.test(given) && Number(given) <= MAX_WORKS ? Number(given) : undefined

const inWords = (made: SeededContent) =>
  Object.entries(made)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')

/** Seeded content reuses the files of real works and avatars. If there are none, the workers process `garments`. */
export async function makeTemplates({
  db,
  url,
  secret,
  signal,
  garments = demoGarments.slice(0, TEMPLATES),
}: {
  db: Db
  url: string
  secret: string
  signal: AbortSignal
  garments?: readonly DemoGarment[]
}): Promise<void> {
  const owner = () =>
    sql<{ id: string }>`select owner_id as id from works
      where state = 'released' and upload_id is not null and cover_id is not null order by id limit 1`.execute(db)
  if ((await owner()).rows.length === 0) {
    const folder = mkdtempSync(path.join(tmpdir(), 'toile-seed-'))
    try {
      await publishDemoWorks({ db, url, secret, folder, garments, signal })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const avatars = await sql`select from images where purpose = 'avatar' and status = 'ready' limit 1`.execute(db)
  if (avatars.rows.length > 0) return
  const user = (await findUser(db, (await owner()).rows[0]!.id))!
  await withSession(db, user, secret, (token) => setAvatar({ url, token, signal }))
}

async function setAvatar(api: Api): Promise<void> {
  const picture = sharp({
    create: {
      width: AVATAR_PX,
      height: AVATAR_PX,
      channels: 3,
      background: '#b9a48f',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
  const form = new FormData()
  form.set('purpose', 'avatar')
  form.set('file', new Blob([Uint8Array.from(await picture.jpeg().toBuffer())]), 'avatar.jpg')
  const headers = { authorization: `Bearer ${api.token}` }
  const response = await fetch(`${api.url}/images`, { method: 'POST', headers, body: form, signal: api.signal })
  if (!response.ok) throw refusalOf(response.status, await response.text())
  const { id: imageId } = (await response.json()) as { id: string }
  for (
    let image: Image | undefined;
    image?.status !== 'ready';
    image = await callApi(api, 'GET', `/images/${imageId}`)
  ) {
    if (image?.status === 'failed') throw new CommandFailed('The workers could not make an avatar.')
    await wait(POLL_MS, undefined, { signal: api.signal })
  }
  await callApi(api, 'PUT', '/me/avatar', { body: { imageId } })
}
