import type { Db } from '@toile/db/client'
import { seedContent, type SeededContent } from '@toile/demo/seed-content'
import { makeTemplates } from '../../cli/seed.js'

const WORKS_PER_USER = 20

export interface Seeded {
  db: Db
  url: string
  secret: string
}

/** Adds works until the database has `works` of them. @returns what was added; undefined when none were missing */
export async function seedUntil({ db, url, secret }: Seeded, works: number): Promise<SeededContent | undefined> {
  await makeTemplates({ db, url, secret, signal: new AbortController().signal })
  const { count } = await db
    .selectFrom('works')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const missing = works - count
  return missing > 0 ? seedContent(db, { works: missing, users: Math.ceil(missing / WORKS_PER_USER) }) : undefined
}
