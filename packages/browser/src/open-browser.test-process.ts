// `node open-browser.test-process.js <chromium>` starts a browser, prints its pid, and waits 10 minutes for a kill.
import { openBrowser } from './browser.js'
import { testUser } from './user.test-support.js'

const log = { info: () => undefined, warn: () => undefined }
const browser = await openBrowser({ executablePath: process.argv[2] as string, user: testUser(), log })
await browser.run({ timeoutMs: 600_000 }, () => {
  console.log(browser.pid())
  return new Promise(() => undefined)
})
