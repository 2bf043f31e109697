import type { Db } from '@toile/db/client'
import { findLogin, insertUser } from '@toile/db/users/users'
import { seedWorks } from '@toile/testing/seeded-works'

const NAME = 'million'

/** Adds works of one person until that person has so many. */
export async function seedUntil(db: Db, works: number): Promise<void> {
  const account = { username: NAME, email: `${NAME}@example.test`, inviteCode: NAME, passwordHash: null }
  const { id } = (await findLogin(db, account.email)) ?? (await insertUser(db, account))
  const { count } = await db
    .selectFrom('works')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', id)
    .executeTakeFirstOrThrow()
  await seedWorks(db, { id }, works - count)
}
