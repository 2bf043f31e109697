import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { openDb } from '@toile/db/client'
import { migrate } from '@toile/db/migrate'
import { redeemCode } from '@toile/db/software/codes'
import { insertBatch } from '@toile/db/software/codes-backstage'
import { makeCode } from '@toile/runtime/s-codes'
import { makeUser } from '@toile/testing/factories'
import { keepSecrets } from '../../start/secrets.js'
import { startStores } from '../../start/stores.js'
import { ensureUsers, storesFolder } from '../../start/users.js'

// Without these variables, this test starts its own durable Postgres. The Postgres that all tests share is not durable.
for (const name of ['DATABASE_URL', 'REDIS_URL']) delete process.env[name]

const CODES = 2
const RACERS = 100
const DAYS = 7

await t.test(
  'I4 K01 X10 redeems a code once, with one confirmation, when a hundred race and Postgres is killed',
  async (t) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'toile-codes-'))
    chmodSync(dataDir, 0o755)
    const users = ensureUsers()
    const folder = storesFolder(dataDir, users)
    const stores = await startStores({
      dataDir,
      folder,
      users,
      secrets: keepSecrets(dataDir),
      signal: new AbortController().signal,
      say: () => {},
    })
    t.teardown(async () => {
      await stores.stop(5_000)
      rmSync(dataDir, { recursive: true, force: true })
    })
    const db = openDb({ url: stores.databaseUrl, poolSize: 40, onError: () => {} })
    t.teardown(() => db.destroy())
    await migrate(stores.databaseUrl)
    const postgres = stores.programs.find(({ name }) => name === 'postgres')!
    const people = await Promise.all(Array.from({ length: 10 }, (_, i) => makeUser(db, { name: `racer${i}` })))
    const codes = Array.from({ length: CODES }, makeCode)
    await insertBatch(db, { days: DAYS, note: '', createdBy: people[0]!.id, codes })

    for (const [round, { hash }] of codes.entries()) {
      let answered = 0
      let unanswered = 0
      /** Retries until there is an answer, as a user does after an error. */
      const race = async (userId: string): Promise<'redeemed' | 'refused'> => {
        for (;;) {
          try {
            await redeemCode(db, userId, { hash })
            return 'redeemed'
          } catch (error) {
            if ((error as { code?: string }).code === 'S_CODE_INVALID') return 'refused'
            unanswered++
            await wait(20)
          } finally {
            answered++
          }
        }
      }
      // Locks the code's row. The racers then wait in their transactions until Postgres dies or the lock is released.
      const holder = await db.startTransaction().execute()
      await sql`select id from s_codes where hash = ${hash} for update`.execute(holder)
      const racers = Array.from({ length: RACERS }, (_, i) => race(people[i % people.length]!.id))
      const waiting = async () =>
        (await sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`.execute(holder))
          .rows[0]!.count
      while ((await waiting()) < people.length) await wait(5)
      const killed = postgres.pid()!
      if (round === 0) {
        // Kills Postgres before any commit.
        process.kill(killed, 'SIGKILL')
        await holder
          .rollback()
          .execute()
          .catch(() => {})
      } else {
        // Kills Postgres during the commits.
        await holder.rollback().execute()
        while (answered < round) await wait(0)
        process.kill(killed, 'SIGKILL')
      }
      const ended = await Promise.all(racers)
      const confirmed = ended.filter((end) => end === 'redeemed').length
      t.ok(confirmed <= 1, `round ${round}: confirmed for ${confirmed} users`)
      const { rows } = await sql<{ used: number; days: number }>`select count(*)::int as used,
      coalesce(sum(e.days), 0)::int as days from entitlements e join s_codes c on c.id = e.code_id
      where c.hash = ${hash} and c.used_by = e.user_id`.execute(db)
      t.same(rows, [{ used: 1, days: DAYS }], `exactly one has it; ${unanswered} tries had no answer`)
    }
    const { rows } = await sql<{
      most: number
    }>`select max(extract(epoch from ends_at - starts_at) / 86400)::int as most
    from entitlements`.execute(db)
    t.equal(rows[0]!.most, DAYS)
    const events = await sql<{
      count: number
    }>`select count(*)::int as count from events where type = 'code.redeemed'`.execute(db)
    t.equal(events.rows[0]!.count, CODES, 'and each was announced once')
  },
)
