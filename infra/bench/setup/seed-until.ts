import type { Db } from '@toile/db/client'
import { demoGarments } from '@toile/demo/garments/demo-garments'
import { seedContent } from '@toile/demo/seed-content'
import { makeTemplates } from '../../cli/seed.js'

const WORKS_PER_USER = 20

export interface Seeded {
  db: Db
  url: string
  secret: string
}

/** Adds works until the database has `works` of them. If there are none yet, they are made of all demo garments. */
export async function seedUntil(seeded: Seeded, works: number): Promise<void> {
  await makeTemplates({ ...seeded, garments: demoGarments, signal: new AbortController().signal })
  const { count } = await seeded.db
    .selectFrom('works')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const missing = works - count
  if (missing > 0) await seedContent(seeded.db, { works: missing, users: Math.ceil(missing / WORKS_PER_USER) })
}
