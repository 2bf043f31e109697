import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { freePort } from '@toile/runtime/ports'
import { addPeople, startSocialProviders } from '@toile/testing/social-providers'
import { root } from '../start/processes.js'
import { startToile } from '../start/toile.js'
import { findTools, type Tools } from '../start/tools.js'
import { readBrowserReport } from './browser-report.js'
import { linesOf } from './lines-of.js'
import { nothing, type Part, type Result } from './result.js'
import { headlessShell } from './test-tools.js'

const FOLDER = 'web/e2e'
const CONFIG = `${FOLDER}/playwright.config.ts`
const OUTPUT = 'test-results/e2e'
/** Most of a test is waiting for a page or for a worker: two fill two cores. */
const WORKERS = 2

/** Runs web/e2e/*.e2e.ts by Playwright in the real Chromium, against a whole Toile started the way `npm start` does. */
export async function runBrowser({ env, patterns, signal, folder, say }: Part): Promise<Result> {
  if (!existsSync(path.join(root, CONFIG))) return nothing
  const files = readdirSync(path.join(root, FOLDER))
    .filter((file) => file.endsWith('.e2e.ts'))
    .map((file) => `${FOLDER}/${file}`)
    .filter((file) => !patterns.length || patterns.some((pattern) => file.includes(pattern)))
  if (files.length === 0) return nothing

  const dataDir = path.join(folder, 'browser')
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const ending = new AbortController()
  const stop = () => ending.abort()
  signal.addEventListener('abort', stop)
  const port = await freePort()
  // Toile's processes take the launcher's environment.
  const providers = await startSocialProviders(`http://localhost:${port}`)
  addPeople(providers)
  // An origin whose pages call this Toile from elsewhere; web/e2e/hosts.e2e.ts serves it.
  const pageUrl = `http://127.0.0.1:${await freePort()}`
  const here = `http://localhost:${port}`
  // Somebody else's measurement, of those pages only; served there, too.
  const measureUrl = `http://127.0.0.1:${await freePort()}`
  const measurement = { id: 'G-TEST', script: `${measureUrl}/measure.js?id=G-TEST` }
  process.env['HOSTS'] = JSON.stringify({ [pageUrl]: { api: here, socket: here, measurement } })
  // Many people of the tests call from this one machine; each may say from where.
  Object.assign(process.env, providers.env, { TRUST_PROXY: '127.0.0.1,::1' })
  // Most tests publish the same garment: what is made of it is made once; see web/e2e/published.ts.
  const keptDir = path.join(dataDir, 'kept')
  process.env['KEPT_DIR'] = keptDir
  const tools = findTools({ folder: path.join(folder, 'tools'), mayInstall: true, wanted: [headlessShell], say })
  const toile = await startToile({
    dataDir,
    port,
    demo: true,
    installTools: false,
    signal: ending.signal,
    say,
  })
  try {
    await tools.settled
    const { DEMO_CREATOR_PASSWORD, DEMO_ADMIN_PASSWORD } = toile.secrets
    const report = path.join(folder, 'browser.json')
    const options = [`--config=${CONFIG}`, '--reporter=list,json', `--workers=${WORKERS}`, `--output=${OUTPUT}`]
    const code = await linesOf([playwright(), 'test', ...options, ...files], {
      env: {
        ...env,
        ...shellPath(tools),
        BASE_URL: toile.url,
        PAGE_URL: pageUrl,
        MEASURE_URL: measureUrl,
        // Where its processes write their logs, and how its database is reached.
        DATA_DIR: dataDir,
        KEPT_DIR: keptDir,
        DEMO_CREATOR_PASSWORD,
        DEMO_ADMIN_PASSWORD,
        // Where the mails of this run come to lie; see web/e2e/mailbox.ts.
        MAIL_FOLDER: toile.mailFolder ?? '',
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
      signal,
      onLine: say,
    })
    const result = readBrowserReport(report, code)
    if (result.slowest.length) say(`\nThe slowest:\n${result.slowest.join('\n')}`)
    return result
  } finally {
    signal.removeEventListener('abort', stop)
    ending.abort()
    await toile.stopped
    await providers.stop()
  }
}

/** Where it could be had; what was to be installed and was not has no file. */
const shellPath = ({ env }: Tools) =>
  Object.fromEntries(Object.entries(env).filter(([, program]) => existsSync(program)))

function playwright(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
}
