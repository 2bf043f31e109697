import { cpSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { migrate, migrationsMissing } from '@toile/db/migrate'
import { makeToken, makeUser } from '@toile/testing/factories'
import { seedWorks } from '@toile/testing/seeded-works'
import { until } from '@toile/testing/until'
import { root } from '@toile/runtime/root'
import { startTestSystem, type TestSystem } from '../test-system.js'

// This test complements the static checks of migrate.test.ts. It runs made-up migrations, which the API does not know,
// while the API serves. It proves only the mechanism, not the real migrations.

const PEOPLE = 4
const WORKS = 2_000
/** Users pause between their rounds, so that their calls do not load the processor that migrates. */
const PAUSE_MS = 200
/** Limit for calls that normally take milliseconds. It includes the wait for a migration's lock on a busy machine. */
const PROMPT_MS = 8_000

/** Typical changes to busy tables. */
const next = {
  '9001-tones.sql': 'alter table comments add column tone text;',
  '9002-seasons.sql': `
    alter table works add column season text not null default '';
    create function note_season() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger works_season before update on works for each row execute function note_season();`,
  '9003-seasons-found.sql': `
    create index works_of_season on works (season, released_at);
    update works set season = 'summer' where id in (select id from works limit 200);`,
}

let system: TestSystem
t.before(async () => {
  // On a slow machine the test takes minutes. No user may reach a limit of calls per minute in them.
  system = await startTestSystem(['api'], { RATE_LIMIT_FACTOR: '1000' })
})
t.teardown(() => system.close())

await t.test(
  'X14 migrates while the previous version serves: no call fails or waits long, and nothing is lost',
  async (t) => {
    const [owner, ...people] = await Promise.all(Array.from({ length: PEOPLE + 1 }, () => makeUser(system.db)))
    const seeded = await seedWorks(system.db, owner!, WORKS)
    /** Acknowledged state: each work's last intro, whether each user likes the common work, and all comments. */
    const intros = new Map<string, string>()
    const likes = new Map<string, boolean>()
    const comments: string[] = []
    const rounds = people.map(() => 0)
    const failed: string[] = []
    let slowest = 0
    const enough = new AbortController()

    const serve = async (n: number) => {
      const { token } = await makeToken(system.db, people[n]!)
      const call = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': newId() }
        const json = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
        const began = performance.now()
        const answer = await fetch(system.url + path, { method, headers, ...json })
        const text = await answer.text()
        const ms = performance.now() - began
        slowest = Math.max(slowest, ms)
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} after ${Math.round(ms)} ms: ${text}`)
        return JSON.parse(text) as { id: string; items: { id: string }[] }
      }
      const round = async (nth: number) => {
        const work = await call('POST', '/works', { title: `Work of ${n}` })
        intros.set(work.id, '')
        const intro = `Changed in round ${nth}`
        await call('PATCH', `/works/${work.id}`, { intro })
        intros.set(work.id, intro)
        const isLiked = nth % 2 === 0
        await call(isLiked ? 'PUT' : 'DELETE', `/works/${seeded[0]}/like`)
        likes.set(people[n]!.id, isLiked)
        if (nth % 8 === 0) comments.push((await call('POST', `/works/${seeded[1]}/comments`, { body: 'Lovely' })).id)
        const { items } = await call('GET', '/me/works')
        if (!items.some((item) => item.id === work.id)) throw new Error(`${work.id} is not in its owner's list`)
        await call('GET', '/works?sort=latest')
      }
      for (; !enough.signal.aborted; await wait(PAUSE_MS))
        await round(rounds[n]!++).catch((error: Error) => failed.push(error.message))
    }
    const serving = Promise.all(people.map((_, n) => serve(n)))
    // `serving` is awaited below. Without this handler, an earlier rejection would end the process before the cleanup.
    serving.catch(() => {})
    const served = async () => {
      const goals = rounds.map((done) => done + 2)
      await until(() => rounds.every((done, n) => done >= goals[n]!))
    }
    await served()

    const databaseUrl = system.env['DATABASE_URL']!
    const folder = t.testdir(next)
    cpSync(path.join(root, 'packages/db/src/schema'), folder, { recursive: true })
    // An open transaction that has read the table blocks changes to its schema. A backup does so for minutes.
    // Its connection has none of the pool's timeouts: on a slow machine the transaction stays open for a minute.
    const reader = new pg.Client({ connectionString: databaseUrl })
    await reader.connect()
    t.teardown(() => reader.end())
    await reader.query('begin; select count(*) from works')
    await t.rejects(
      migrate(databaseUrl, { folder }),
      /lock timeout/,
      'a migration gives up before those who queue behind it do',
    )
    const waiting = ['9002-seasons', '9003-seasons-found']
    t.same(
      await migrationsMissing(databaseUrl, folder),
      waiting,
      'and leaves nothing of itself; what came before it is kept',
    )
    await served()
    await reader.query('commit')

    t.same(await migrate(databaseUrl, { folder }), waiting, 'tried again, it is through')
    await served()
    enough.abort()
    await serving
    t.comment(`${intros.size} works, ${comments.length} comments; the slowest call took ${Math.round(slowest)} ms`)
    t.same(failed, [])
    t.ok(slowest < PROMPT_MS, `the slowest call took ${Math.round(slowest)} ms`)

    const works = await system.db
      .selectFrom('works')
      .select(['id', 'intro'])
      .where('id', 'in', [...intros.keys()])
      .execute()
    t.same(new Map(works.map(({ id, intro }) => [id, intro])), intros)
    const liking = await system.db
      .selectFrom('work_likes')
      .select('user_id')
      .where('work_id', '=', seeded[0]!)
      .execute()
    t.same(new Set(liking.map((row) => row.user_id)), new Set([...likes].filter(([, on]) => on).map(([id]) => id)))
    const said = await system.db.selectFrom('comments').select('id').where('work_id', '=', seeded[1]!).execute()
    t.same(new Set(said.map(({ id }) => id)), new Set(comments))
  },
)
