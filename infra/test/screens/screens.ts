import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium } from '@toile/browser/executable'
import { freePort } from '@toile/runtime/ports'
import { root } from '@toile/runtime/root'
import { startToile } from '../../start/toile.js'
import { linesOf } from '../lines-of.js'
import { openBrowser, takePictures } from './pictures.js'

// npm run screens: takes the README's pictures, docs/screens/{light,dark}/*.webp, from a temporary Toile.

/** Looks with all pages come first, because each look leaves a draft and a notification that the next looks show. */
const allLooks = [
  { locale: 'en-US', colorScheme: 'light' },
  { locale: 'zh-CN', colorScheme: 'dark' },
  { locale: 'en-US', colorScheme: 'dark' },
  { locale: 'zh-CN', colorScheme: 'light' },
] as const

const folder = path.join(root, 'docs/screens')
const dataDir = mkdtempSync(path.join(tmpdir(), 'toile-screens-'))
chmodSync(dataDir, 0o755)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
const say = (line: string) => console.log(line)

let stopped: Promise<void> | undefined
try {
  const executable = findChromium(process.env['CHROMIUM_PATH'])
  if (!executable) throw new Error('Pictures need Chromium or Chrome: install one, or set CHROMIUM_PATH.')
  const port = await freePort()
  const toile = await startToile({ dataDir, port, demo: true, installTools: false, signal: ending.signal, say })
  stopped = toile.stopped
  say('Publishing the demo works ...')
  const seed = { env: { DATA_DIR: dataDir }, signal: ending.signal, onLine: say }
  if ((await linesOf(['infra/dist/start/demo/seed-works.js'], seed)) !== 0)
    throw new Error('The demo works are not complete.')
  const garment = path.join(dataDir, 'demo', 'shirt.glb')
  const browser = await openBrowser(executable)
  for (const looks of allLooks) {
    mkdirSync(path.join(folder, looks.colorScheme), { recursive: true })
    const { DEMO_CREATOR_PASSWORD: creator, DEMO_ADMIN_PASSWORD: admin } = toile.secrets
    const passwords = { creator, admin }
    await takePictures(browser, { url: toile.url, folder, passwords, garment, looks })
  }
  await browser.close()
} catch (error) {
  console.error(ending.signal.aborted ? 'Stopped.' : error)
  process.exitCode = 1
} finally {
  ending.abort()
  await stopped
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit()
