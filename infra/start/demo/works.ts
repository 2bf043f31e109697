import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Upload } from '@toile/contracts/uploads/uploads'
import type { UploadKind } from '@toile/contracts/uploads/uploads.constants'
import type { Db } from '@toile/db/client'
import { listUploads } from '@toile/db/uploads/uploads'
import { findLogin } from '@toile/db/users/users'
import { ensureDemoAccount } from '@toile/demo/accounts'
import { demoCreators, type DemoGarment } from '@toile/demo/garments/demo-garments'
import { makeAhead } from '@toile/demo/make-ahead'
import { keepPrepared } from '@toile/demo/prepared'
import { callApi, type Api } from '../../cli/client/api.js'
import { followUpload } from '../../cli/client/follow-upload.js'
import { publishUpload } from '../../cli/client/publish.js'
import { sendFile } from '../../cli/client/send-file.js'
import { withSession } from '../../cli/client/session.js'

export interface DemoWorks {
  db: Db
  url: string
  secret: string
  folder: string
  /** Cache folder for derivatives; undefined disables the cache. */
  keptDir?: string | undefined
  garments: readonly DemoGarment[]
  signal: AbortSignal
  /** Generates a garment's file. By default, a separate process generates all missing files during publishing. */
  make?: (garment: DemoGarment, file: string, signal: AbortSignal) => Promise<void>
  /** `making` is the wait for the file (about 0 if it existed), `publishing` the time after it until publication. */
  published?: (garment: DemoGarment, seconds: { making: number; publishing: number }) => void
}

/** A worker takes at least two works at once by default: it makes the levels of one while it draws the other. */
const AT_ONCE = 2

/** Publishes missing works in order. Users' uploads wait for at most two demo works. A killed call may be repeated. */
export async function publishDemoWorks({ make, published, ...works }: DemoWorks): Promise<void> {
  const fileOf = ({ name }: DemoGarment) => path.join(works.folder, `${name}.glb`)
  const missing = works.garments.filter((garment) => !existsSync(fileOf(garment)))
  const ahead =
    make || missing.length === 0
      ? undefined
      : makeAhead(
          missing.map(({ name }) => name),
          works.folder,
          works.signal,
        )
  const underWay: Promise<void>[] = []
  try {
    for (const garment of works.garments) {
      const file = fileOf(garment)
      const begun = performance.now()
      if (!existsSync(file)) await (make?.(garment, file, works.signal) ?? ahead?.untilMade(garment.name))
      const making = secondsSince(begun)
      const before = underWay.at(-1)
      if (underWay.length === AT_ONCE) await underWay.shift()
      works.signal.throwIfAborted()
      keepPrepared(works.keptDir, file)
      const made = performance.now()
      const done = publishOne(works, garment, file, before).then(() =>
        published?.(garment, { making, publishing: secondsSince(made) }),
      )
      // `done` is awaited in a later round. Without this handler, an earlier rejection would end the process.
      done.catch(() => {})
      underWay.push(done)
    }
    await Promise.all(underWay)
  } finally {
    await ahead?.end()
    await Promise.allSettled(underWay)
  }
}

const secondsSince = (ms: number) => (performance.now() - ms) / 1000

async function publishOne(
  { db, url, secret, signal }: DemoWorks,
  garment: DemoGarment,
  file: string,
  before: Promise<void> | undefined,
): Promise<void> {
  const account = demoCreators.find(({ username }) => username === garment.creator)!
  const host = await findLogin(db, 'creator@toile.local')
  const invitedByCode = host?.demo ? host.invite_code : undefined
  await ensureDemoAccount(db, { ...account, group: 'user', password: randomBytes(24).toString('hex'), invitedByCode })
  const user = await findLogin(db, `${account.username}@toile.local`)
  // An account that a user has created under this name must not get demo works.
  if (!user?.demo) return
  await withSession(db, user, secret, async (token) => {
    const api = { url, token, signal }
    const ready = await sentAndReady(db, api, user.id, file)
    await before
    const { title, intro, categories, tags } = garment
    await publishUpload(api, ready, { title, intro, categories, tags })
  })
}

/** An upload with the same file name is not sent again, but retried if it failed. Resolves when it is processed. */
export async function sentAndReady(
  db: Db,
  api: Api,
  ownerId: string,
  file: string,
  kind: UploadKind = 'model',
): Promise<Upload> {
  const { items } = await listUploads(db, { ownerId, limit: 100 })
  const found = items.find(({ filename }) => filename === path.basename(file))
  const silent = { line: () => {}, status: () => {} }
  if (found && found.stage !== 'upload') {
    if (found.stage === 'failed') await callApi(api, 'POST', `/uploads/${found.id}/retry`)
    return await untilDone(followUpload(api, found.id, silent))
  }
  // A half-sent upload is deleted and sent anew, because demo files are small.
  if (found) await fetch(`${api.url}/uploads/${found.id}`, terminate(api))
  let following: ReturnType<typeof followUpload> | undefined
  try {
    await sendFile(
      file,
      api,
      {
        announced: (id) => (following = followUpload(api, id, silent)),
        progress: () => {},
        interrupted: () => {},
      },
      kind,
    )
    return await following!.done
  } finally {
    following?.stop()
  }
}

async function untilDone(following: ReturnType<typeof followUpload>): Promise<Upload> {
  try {
    return await following.done
  } finally {
    following.stop()
  }
}

const terminate = ({ token, signal }: Api) => ({
  method: 'DELETE',
  signal,
  headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' },
})
