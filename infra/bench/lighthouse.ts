import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext } from 'playwright'
import { freePort } from '@toile/runtime/ports'
import { signIn } from '../test/screens/sign-in.js'
import { dataFolder } from '../start/environment.js'
import { readKeyValues } from '../start/key-values.js'
import { chromiumPath } from './setup/chromium.js'
import { reported } from './benchmarks.js'
import { auditPage } from './measure/audit-page.js'
import { report } from './report/report.js'
import { keepResult } from './report/results.js'

// npm run lighthouse [-- URL] audits pages of a running Toile, stores the scores and updates the documents that quote
// them. It exits with 1 if a score is too low or an error occurs.

const url = process.argv[2] ?? `http://localhost:${process.env['PORT'] ?? 8080}`
const folder = mkdtempSync(path.join(tmpdir(), 'toile-lighthouse-'))
let browser: BrowserContext | undefined
try {
  const port = await freePort()
  browser = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox'],
    // Lighthouse opens its pages in this browser and sets their size itself, so Playwright sets no viewport.
    viewport: null,
  })
  const measure = (name: string, address: string, isPrivate = false) =>
    auditPage(name, { url: url + address, port, folder, isPrivate })
  const marked = [await measure('Home', '/'), await measure('A work', `/project/${await newestWork()}`)]
  await signIn(browser.pages()[0]!, url, 'admin@toile.local', adminPassword())
  marked.push(await measure('Upload', '/upload', true), await measure('Queue health', '/backgroundAdmin/queues', true))
  keepResult('lighthouse', { figures: marked.map(({ figure }) => figure), lines: marked.map(({ line }) => line) })
  report(reported)
  process.exitCode = marked.every(({ isGood }) => isGood) ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
}

async function newestWork(): Promise<string> {
  const { items } = (await (await fetch(`${url}/works?limit=1`)).json()) as { items: { id: string }[] }
  if (!items[0]) throw new Error(`There is no work at ${url} yet: publish one, or wait for the demo works.`)
  return items[0].id
}

function adminPassword(): string {
  const password = readKeyValues(path.join(dataFolder(), 'secrets'))['DEMO_ADMIN_PASSWORD']
  if (!password) throw new Error(`${dataFolder()} is not the folder of a started Toile: set DATA_DIR.`)
  return password
}
