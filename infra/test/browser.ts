import { chmodSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { freePort } from '@toile/runtime/ports'
import { addPeople, startSocialProviders } from '@toile/testing/providers/social-providers'
import { startToile } from '../start/toile.js'
import { readBrowserReport } from './browser-report.js'
import { linesOf } from './lines-of.js'
import type { Part, Result } from './result.js'

const CONFIG = 'web/e2e/playwright.config.ts'
const OUTPUT = 'test-results/e2e'
/** Tests mostly wait for pages or workers. Two tests at once keep two cores 77 % busy. Three keep them 90 % busy. */
const WORKERS = 3

/** Runs web/e2e/*.e2e.ts with Playwright in Chromium, against a Toile that starts as under `npm start`. */
export async function runBrowser({ env, files, signal, folder, say }: Part): Promise<Result> {
  const dataDir = path.join(folder, "The browser's Toile")
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const ending = new AbortController()
  const stop = () => ending.abort()
  signal.addEventListener('abort', stop)
  const port = await freePort()
  // Plain http is an insecure context, as in a studio's network. host-names.ts resolves names under `test`, which RFC
  // 6761 reserves for tests.
  const here = `http://toile.test:${port}`
  // Browsers treat localhost as a secure context, which tests of some features need.
  const secureUrl = `http://localhost:${port}`
  process.env['PUBLIC_URL'] = here
  const providers = await startSocialProviders(here)
  addPeople(providers)
  // This is another origin, whose pages call this Toile. web/e2e/hosts.e2e.ts serves these pages.
  const pageUrl = `http://127.0.0.1:${await freePort()}`
  // This origin serves a third-party analytics script to those pages only. hosts.e2e.ts serves the script, too.
  const measureUrl = `http://127.0.0.1:${await freePort()}`
  const measurement = { id: 'G-TEST', script: `${measureUrl}/measure.js?id=G-TEST` }
  process.env['HOSTS'] = JSON.stringify({ [secureUrl]: {}, [pageUrl]: { api: here, socket: here, measurement } })
  // Tests set X-Forwarded-For to register from many addresses, because registrations are limited per address.
  Object.assign(process.env, providers.env, { TRUST_PROXY: '127.0.0.1,::1' })
  // Most tests publish the same garment, so its derivatives are cached; see web/e2e/published.ts.
  const keptDir = path.join(dataDir, 'kept')
  process.env['KEPT_DIR'] = keptDir
  const toile = await startToile({
    dataDir,
    port,
    demo: true,
    installTools: false,
    signal: ending.signal,
    say,
  })
  try {
    const { DEMO_CREATOR_PASSWORD, DEMO_ADMIN_PASSWORD } = toile.secrets
    const report = path.join(folder, 'browser.json')
    const sources = [...new Set(files.map(({ source }) => source))]
    const repeat = `--repeat-each=${files.length / sources.length}`
    const options = [repeat, `--config=${CONFIG}`, '--reporter=list,json', `--workers=${WORKERS}`, `--output=${OUTPUT}`]
    const code = await linesOf([playwright(), 'test', ...options, ...sources], {
      env: {
        ...env,
        BASE_URL: here,
        SECURE_URL: secureUrl,
        PAGE_URL: pageUrl,
        MEASURE_URL: measureUrl,
        DATA_DIR: dataDir,
        KEPT_DIR: keptDir,
        DEMO_CREATOR_PASSWORD,
        DEMO_ADMIN_PASSWORD,
        MAIL_FOLDER: toile.mailFolder ?? '',
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
      signal,
      onLine: say,
    })
    return readBrowserReport(report, code)
  } finally {
    signal.removeEventListener('abort', stop)
    ending.abort()
    await toile.stopped
    await providers.stop()
  }
}

function playwright(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
}
