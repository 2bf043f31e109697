import { sql } from 'kysely'
import type { Tier } from '@toile/contracts/activities/activities'
import { activityPhases, type ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { newId } from '@toile/contracts/ids'
import { inTransaction, type Db } from '@toile/db/client'
import { insertActivity, type ActivityFields } from '@toile/db/activities/activities-backstage'
import type { User } from '@toile/db/users/users'
import { insertWorkVersion } from '@toile/db/works/work-versions'
import { insertWork, moveWork } from '@toile/db/works/works-transitions'
import { makeReadyUpload } from './factories.js'

export const tiers: Tier[] = [
  { title: 'First prize', amount: 60_000 },
  { title: 'Second prize', amount: 30_000 },
  { title: 'Third prize', amount: 10_000 },
]
const criteria = [
  { id: 'cut', title: 'Cut', weight: 2 },
  { id: 'idea', title: 'Idea', weight: 1 },
]

export function makeActivity(db: Db, phase: ActivityPhase, fields: Partial<ActivityFields> = {}): Promise<string> {
  const hour = (i: number) => new Date(Date.now() + i * 3_600_000)
  const values = {
    title: 'One metre of linen',
    summary: 'A garment out of one metre.',
    rules: '<p>One metre of linen, nothing else.</p>',
    image_ids: [],
    banner_id: null,
    cover_id: null,
    prize_amount: (fields.tiers ?? tiers).reduce((sum, { amount }) => sum + amount, 0),
    currency: 'EUR',
    tiers,
    criteria,
    max_submissions: 2,
    blind: false,
    scores_published: false,
    time_zone: 'Europe/Berlin',
    starts_at: hour(0),
    registration_starts_at: hour(1),
    registration_ends_at: hour(2),
    submission_ends_at: hour(3),
    review_ends_at: hour(4),
    ends_at: hour(5),
    jurors: [],
    ...fields,
  }
  // This is one transaction, so that a running relay never sees the activity in another phase.
  return inTransaction(db, async (trx) => {
    const id = await insertActivity(trx, newId(), values)
    await setPhase(trx, id, phase)
    return id
  })
}

export async function setPhase(db: Db, id: string, phase: ActivityPhase): Promise<void> {
  const at = (i: number) => sql`now() + make_interval(mins => ${(i - activityPhases.indexOf(phase)) * 60 - 30})`
  await sql`update activities set starts_at = date_trunc('milliseconds', ${at(0)}),
      registration_starts_at = date_trunc('milliseconds', ${at(1)}),
      registration_ends_at = date_trunc('milliseconds', ${at(2)}),
      submission_ends_at = date_trunc('milliseconds', ${at(3)}),
      review_ends_at = date_trunc('milliseconds', ${at(4)}), ends_at = date_trunc('milliseconds', ${at(5)})
    where id = ${id}`.execute(db)
}

/** A released public work. Its model has no stored bytes. */
export async function makeReleasedWork(db: Db, owner: User, title = 'Linen dress'): Promise<string> {
  const { uploadId, coverId } = await makeReadyUpload(db, owner)
  const id = newId()
  await inTransaction(db, async (trx) => {
    await insertWork(trx, {
      id,
      ownerId: owner.id,
      title,
      intro: 'For summer.',
      categories: ['dress'],
      tags: ['linen'],
      upload_id: uploadId,
      cover_id: coverId,
    })
    await moveWork(trx, id, 'released')
    await insertWorkVersion(trx, id)
  })
  return id
}
