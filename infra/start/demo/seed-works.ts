import { rmSync } from 'node:fs'
import path from 'node:path'
import { makeDemoActivities, runDemoActivities } from '@toile/demo/activities'
import { demoGarments, demoCreators } from '@toile/demo/garments/demo-garments'
import type { Work, WorkCard } from '@toile/contracts/works/works'
import type { Db } from '@toile/db/client'
import { findLogin } from '@toile/db/users/users'
import type { Config } from '@toile/runtime/config'
import { offerDemoItems } from '@toile/demo/market'
import { readSettings, withDb } from '../../cli/settings.js'
import { dataFolder } from '../environment.js'
import { publishDemoWorks } from './works.js'
import { callApi, type Api } from '../../cli/client/api.js'
import { withSession } from '../../cli/client/session.js'
import { makeDemoCourse } from './course.js'

const folder = path.join(dataFolder(), 'demo')
const config = readSettings(['secret'])
const ending = new AbortController()
const end = () => ending.abort(new Error('Toile is stopping'))
process.on('SIGTERM', end)
// Ctrl-C in a terminal reaches this process, too. It is ignored, because the launcher stops this process.
process.on('SIGINT', () => {})
// The channel closes when the launcher ends. Without the launcher, there is no API to call.
process.on('disconnect', end)
try {
  await withDb(config, async (db) => {
    await makeDemoActivities(db)
    await publishDemoWorks({
      db,
      url: config.apiUrl,
      secret: config.secret,
      folder,
      keptDir: config.derivativeCacheDir,
      garments: demoGarments,
      signal: ending.signal,
      published: ({ title }, { making, publishing }) =>
        console.log(
          `New on the home page: ${title} (made in ${making.toFixed(1)} s, published in ${publishing.toFixed(1)} s)`,
        ),
    })
    await runDemoActivities(db, ending.signal)
    await fillPlatform({ db, config, folder, signal: ending.signal })
  })
  console.log(`The demo works are complete after ${(performance.now() / 1000).toFixed(0)} s.`)
  rmSync(path.join(folder, 'to-do'), { force: true })
  process.exit(0)
} catch (error) {
  if (ending.signal.aborted) process.exit(0)
  console.error(`The demo works are not complete (${(error as Error).message}); the next start continues.`)
  process.exit(1)
}

interface Platform {
  db: Db
  config: Pick<Config, 'apiUrl' | 'secret' | 'ffmpegPath'>
  folder: string
  signal: AbortSignal
}

async function fillPlatform({ db, config, folder, signal }: Platform): Promise<void> {
  const admin = await findLogin(db, 'admin@toile.local')
  if (!admin?.demo) return
  await withSession(db, admin, config.secret, async (token) => {
    const api = { url: config.apiUrl, token, signal }
    const works = await demoWorks(api)
    await offerDemoItems(db, works)
    await makeDemoCourse({ db, api, admin, works, folder, ffmpegPath: config.ffmpegPath })
  })
}

async function demoWorks(api: Api): Promise<Map<string, Work>> {
  const names = new Set<string>(demoCreators.map(({ username }) => username))
  const { items } = await callApi<{ items: WorkCard[] }>(api, 'GET', '/works?limit=100')
  const works = new Map<string, Work>()
  for (const { id, creator } of items)
    if (names.has(creator.name)) {
      const work = await callApi<Work>(api, 'GET', `/works/${id}`)
      works.set(work.title, work)
    }
  return works
}
