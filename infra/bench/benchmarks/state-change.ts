import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { waker } from '@toile/bus/wake'
import { poolSizes, type Db } from '@toile/db/client'
import { redriveImage } from '@toile/db/images/images-transitions'
import { makeImage, makeUser } from '@toile/testing/factories'
import { measureLoad } from '../measure/load.js'
import { compare, type Contender } from '../measure/compare.js'
import { measureBySize } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import { openOwnDatabase } from '../setup/own-database.js'
import type { Measurements } from '../report/results.js'

const CLIENTS = 10
const IMAGES = 500
const SECONDS = 3
/** Larger INSERTs could exceed the statement timeout of 10 s. */
const IN_ONE_INSERT = 50_000
const growingEvents = [1_000, 10_000, 100_000, 1_000_000]

interface Mover {
  id: string
  attempt: number
}
type Move = (image: Mover) => Promise<boolean>

/** Compares a state change that writes its event with the same update without the event. */
export async function benchStateChange({ toile }: Bench): Promise<Measurements> {
  const { databaseUrl, env } = await toile()
  const redis = new Redis(env['REDIS_URL']!)
  const pool = { poolSize: poolSizes.api, onEvents: waker(redis) }
  const { db } = await openOwnDatabase(databaseUrl, 'bench_events', pool)
  try {
    const owner = await makeUser(db)
    const images: Mover[] = []
    while (images.length < IMAGES) images.push({ id: await makeImage(db, owner, 'detail'), attempt: 1 })
    await sql`update images set status = 'processing'`.execute(db)
    const movesASecond = async (move: Move) => {
      await sql`vacuum images, events`.execute(db)
      const { perSecond } = await measureLoad({ clients: CLIENTS, seconds: SECONDS }, async (index) => {
        const image = images[index % IMAGES]!
        const moving = { ...image, attempt: image.attempt++ }
        if (!(await move(moving))) throw new Error('There was nothing to move')
      })
      return perSecond
    }
    const moveWithEvent: Move = (image) => redriveImage(db, { ...image, redrives: 0 })
    const contender = (name: string, kind: Contender['kind'], move: Move, goal?: number): Contender => ({
      name,
      kind,
      ...(goal && { goal }),
      run: async () => ({ value: await movesASecond(move) }),
    })
    const compared = await compare({
      what: `changes of a row's state, ${CLIENTS} at a time`,
      unit: 'transactions/s',
      better: 'more',
      contenders: [
        contender('Toile, row and event', 'subject', moveWithEvent),
        contender('the same row alone', 'baseline', (image) => moveAlone(db, image), 0.9),
      ],
    })
    let made = 0
    const growing = { name: 'Toile', run: async () => 1_000 / (await movesASecond(moveWithEvent)) }
    const series = await measureBySize(growingEvents, [growing], async (events) => {
      await addPublished(db, events - made)
      made = events
    })
    const plot = { title: 'A change of state, row and event', over: 'events of the month', unit: 'ms', series }
    return { compared: [compared], plots: [plot] }
  } finally {
    redis.disconnect()
    await db.destroy()
  }
}

async function addPublished(db: Db, count: number): Promise<void> {
  for (let left = count; left > 0; left -= IN_ONE_INSERT)
    await sql`insert into events (id, type, subject_id, published_at)
      select gen_random_uuid(), 'image.redriven', gen_random_uuid(), now()
      from generate_series(1, ${Math.min(left, IN_ONE_INSERT)}::int)`.execute(db)
}

/** The same update as redriveImage(), without its event. */
async function moveAlone(db: Db, { id, attempt }: Mover): Promise<boolean> {
  const moved = await sql`update images set version = version + 1, updated_at = now(), attempt = attempt + 1,
      redrives = redrives + 1
    where id = ${id} and attempt = ${attempt} and status in ('pending', 'processing')
    returning id, attempt, version`.execute(db)
  return moved.rows.length === 1
}
