import { rmSync } from 'node:fs'
import path from 'node:path'
import { readSettings, withDb } from '../cli/settings.js'
import { dataFolder } from '../start/environment.js'
import { makeDemoActivities, runDemoActivities } from './activities.js'
import { demoGarments } from './garments/demo-garments.js'
import { fillPlatform } from './platform.js'
import { publishDemoWorks } from './works.js'

// Run by `npm start` once everything serves: node infra/dist/demo/seed-works.js publishes the demo works that are missing,
// then removes the mark that the first start left in DATA_DIR/demo.

const folder = path.join(dataFolder(), 'demo')
const config = readSettings(['secret'])
const ending = new AbortController()
const end = () => ending.abort(new Error('Toile is stopping'))
process.on('SIGTERM', end)
// Ctrl-C in a terminal reaches us as well; the launcher decides.
process.on('SIGINT', () => {})
// The launcher is gone, so nothing answers any more.
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
  console.error(`The demo works are not complete (${(error as Error).message}); the next start goes on with them.`)
  process.exit(1)
}
