import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { waker } from '@toile/bus/wake'
import { poolSizes, type Db } from '@toile/db/client'
import { redriveImage } from '@toile/db/queries/images-states'
import { makeImage, makeUser } from '@toile/testing/factories'
import { keepBusy } from './clients.js'
import { compare, type Contender } from './compare.js'
import type { Bench } from './jobs.js'
import { openOwnDatabase } from './own-database.js'
import type { Measured } from './results.js'

const CLIENTS = 10
const IMAGES = 500
const SECONDS = 3

/** What the event costs that is written with each change of state: a mover against its own update alone. */
export async function benchEvents({ toile }: Bench): Promise<Measured> {
  const { databaseUrl, env } = await toile()
  const redis = new Redis(env['REDIS_URL']!)
  const pool = { poolSize: poolSizes.api, onEvents: waker(redis) }
  const { db } = await openOwnDatabase(databaseUrl, 'bench_events', pool)
  try {
    const owner = await makeUser(db)
    const images: { id: string; attempt: number }[] = []
    while (images.length < IMAGES) images.push({ id: await makeImage(db, owner, 'detail'), attempt: 1 })
    await sql`update images set status = 'processing'`.execute(db)
    const contender = (
      name: string,
      kind: Contender['kind'],
      move: (image: { id: string; attempt: number }) => Promise<boolean>,
      goal?: number,
    ): Contender => ({
      name,
      kind,
      ...(goal && { goal }),
      async run() {
        await sql`vacuum images, events`.execute(db)
        const { perSecond } = await keepBusy({ clients: CLIENTS, seconds: SECONDS }, async (index) => {
          const image = images[index % IMAGES]!
          const moving = { ...image, attempt: image.attempt++ }
          if (!(await move(moving))) throw new Error('There was nothing to move')
        })
        return { value: perSecond }
      },
    })
    const compared = await compare({
      what: `changes of a row's state, ${CLIENTS} at a time`,
      unit: 'transactions/s',
      better: 'more',
      contenders: [
        contender('Toile, row and event', 'subject', (image) => redriveImage(db, { ...image, redrives: 0 })),
        contender('the same row alone', 'floor', (image) => moveAlone(db, image), 0.9),
      ],
    })
    return { compared: [compared] }
  } finally {
    redis.disconnect()
    await db.destroy()
  }
}

/** `redriveImage` without its event. */
async function moveAlone(db: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const moved = await sql`update images set version = version + 1, updated_at = now(), attempt = attempt + 1,
      redrives = redrives + 1
    where id = ${id} and attempt = ${attempt} and status in ('pending', 'processing')
    returning id, attempt, version`.execute(db)
  return moved.rows.length === 1
}
