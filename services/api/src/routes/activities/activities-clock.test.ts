import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { faketimeEnvironment } from '@toile/testing/faketime'
import t from '@toile/testing/tap'
import type { Activity } from '@toile/contracts/activities/activities'
import { activityPhases } from '@toile/contracts/activities/activities.constants'
import { freePort } from '@toile/runtime/ports'
import { makeActivity, makeReleasedWork } from '@toile/testing/activities'
import { until } from '@toile/testing/until'
import { caller, startTestApi } from '../../test-api.js'

// In these tests, the system clocks of the API and the relay are wrong. The clock of Postgres is right.

const HOUR_MS = 3_600_000
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../../..')
const folder = await mkdtemp(path.join(tmpdir(), 'toile-clock-'))
const clockFile = path.join(folder, 'clock')
const children: ChildProcess[] = []
const api = await startTestApi()
t.teardown(async () => {
  for (const child of children) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await api.close()
})

function start(file: string, env: Record<string, string> = {}): void {
  const { databaseUrl, redisUrl, secret } = api.config
  const system = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SECRET: secret, STORAGE_DIR: folder }
  const clock = {
    ...faketimeEnvironment(process.env['FAKETIME_PATH'] ?? 'faketime'),
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_CACHE_DURATION: '1',
  }
  children.push(
    spawn(process.execPath, [path.join(root, file)], {
      env: { ...process.env, ...system, ...clock, LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
}

t.test('V01 I7 with clocks three hours off in both directions, phases and deadlines follow the database', async (t) => {
  await writeFile(clockFile, '+3h\n')
  const port = `${await freePort()}`
  const url = `http://127.0.0.1:${port}`
  start('services/api/dist/main.js', { PORT: port, PUBLIC_URL: url })
  start('services/relay/dist/main.js')
  /** How many hours the API's clock is ahead, according to its Date header. */
  const aheadHours = async () => {
    const response = await fetch(`${url}/health/ready`).catch(() => undefined)
    return response?.ok ? Math.round((Date.parse(response.headers.get('date')!) - Date.now()) / HOUR_MS) : undefined
  }
  for (const hours of [3, -3]) {
    await writeFile(clockFile, `${hours > 0 ? '+' : ''}${hours}h\n`)
    await until(async () => (await aheadHours()) === hours)
    const person = await api.person()
    const call = caller(url, person.token)
    const workId = await makeReleasedWork(api.db, person.user)
    // Each phase lasts an hour, and by Postgres' time half of it is over. By the clocks of the API and the relay, it is
    // another phase.
    const ids = await Promise.all(activityPhases.map((phase) => makeActivity(api.db, phase)))
    const responses = await Promise.all(
      ids.map(async (id) => {
        await sql`insert into activity_registrations values (${id}, ${person.user.id}, now())`.execute(api.db)
        const { phase } = (await (await call('GET', `/activities/${id}`)).json()) as Activity
        const entered = await call('POST', `/activities/${id}/submissions`, { body: { workId } })
        return [phase, entered.ok || ((await entered.json()) as { code: string }).code]
      }),
    )
    t.same(responses, [
      ['upcoming', 'SUBMISSION_NOT_OPEN'],
      ['registration', 'SUBMISSION_NOT_OPEN'],
      ['submission', true],
      ['reviewing', 'SUBMISSION_MISSED'],
      ['awarding', 'SUBMISSION_MISSED'],
      ['ended', 'ACTIVITY_ENDED'],
    ])
    const eventsOf = async () => {
      const { rows } = await sql<{ activity_id: string; phase: string }>`select activity_id, phase
        from activity_announcements where activity_id = any(${ids}::uuid[])`.execute(api.db)
      return rows.map((row) => `${row.phase} of ${activityPhases[ids.indexOf(row.activity_id)]}`).sort()
    }
    const phases = activityPhases.map((phase) => `${phase} of ${phase}`)
    await until(async () => (await eventsOf()).length > phases.length)
    // When the phase `reviewing` begins, the jury gets a separate event.
    t.same(await eventsOf(), [...phases, 'scoring of reviewing'].sort())
  }
})
