import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { insertActivity } from '@toile/db/activities/activities-backstage'
import { seedWorks } from '@toile/testing/seeded-works'
import { json, orGiveUp, until, untilDone, type Client } from './client.js'
import type { Person } from './people.js'

/** Time in which entries are accepted. It is short, so that the deadline falls amid the faults. */
const OPEN_SECONDS = 15
const WORKS_EACH = 30
const BETWEEN_MS = 20_000
const PAUSE_MS = 700
const MOST_REFUSALS = 3

interface Contest {
  activityId: string
  /** Work ids by user id. */
  works: Map<string, string[]>
}

export async function holdContests(clients: readonly Client[], db: Db, most: number): Promise<void> {
  const [first] = clients
  for (let held = 0; first && held < most && !first.enough.aborted; held++)
    await orGiveUp(first, async () => {
      const { activityId, works } = await untilDone(first, 'a contest', () => makeContest(db, clients))
      await Promise.all(clients.map((client) => compete(client, db, activityId, works.get(client.id)!)))
      if (held + 1 < most) await wait(BETWEEN_MS, undefined, { signal: first.enough }).catch(() => {})
    })
}

async function makeContest(db: Db, people: readonly Pick<Person, 'id'>[]): Promise<Contest> {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const activityId = await insertActivity(db, newId(), {
    title: 'A contest',
    summary: '',
    rules: '',
    image_ids: [],
    banner_id: null,
    cover_id: null,
    prize_amount: 1,
    currency: 'EUR',
    tiers: [{ title: 'First', amount: 1 }],
    criteria: [{ id: 'cut', title: 'Cut', weight: 100 }],
    max_submissions: WORKS_EACH,
    blind: false,
    scores_published: false,
    time_zone: 'UTC',
    starts_at: at(-7_200),
    registration_starts_at: at(-7_200),
    registration_ends_at: at(-3_600),
    submission_ends_at: at(OPEN_SECONDS),
    review_ends_at: at(3_600),
    ends_at: at(7_200),
    jurors: [],
  })
  const works = new Map<string, string[]>()
  for (const person of people) {
    await sql`insert into activity_registrations values (${activityId}, ${person.id}, now())`.execute(db)
    works.set(person.id, await seedWorks(db, person, WORKS_EACH, 1))
  }
  return { activityId, works }
}

/** Submits works until the deadline has passed. Each work has one idempotency key, so that retries make one entry. */
async function compete(client: Client, db: Db, activityId: string, workIds: readonly string[]): Promise<void> {
  let refusals = 0
  for (const workId of workIds) {
    if (refusals === MOST_REFUSALS) return
    await orGiveUp(client, async () => {
      const call = json({ workId }, { 'idempotency-key': newId() })
      const answer = await until(client, [201, 409], ['POST', `/activities/${activityId}/submissions`, call])
      if (answer.status === 201) client.journal.write({ kind: 'entered', activityId, workId })
      else {
        refusals++
        const { code } = (await answer.json()) as { code: string }
        client.journal.write({ kind: 'refused', activityId, workId, code, at: await clockOf(db) })
      }
    })
    await wait(PAUSE_MS)
  }
}

/** The time on Postgres' clock in Unix milliseconds; null when Postgres does not answer. */
async function clockOf(db: Db): Promise<number | null> {
  const asked = sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db)
  return asked.then(
    ({ rows }) => rows[0]!.at,
    () => null,
  )
}
