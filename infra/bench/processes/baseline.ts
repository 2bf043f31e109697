import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openBrowser, type Browser } from '@toile/browser/browser'
import { systemUser } from '@toile/runtime/system-user'
import { chromiumPath } from '../setup/chromium.js'

export interface BaselineProcess<Asked> {
  /** Does the work once. @returns elapsed seconds */
  run(asked: Asked): Promise<number>
  end(): Promise<void>
}

type Answer = { seconds: number } | { fault: string }

/** Starts the program `name` of this folder with Toile's environment. */
export function startBaseline<Asked extends object>(name: string, env: Record<string, string>): BaselineProcess<Asked> {
  const child = fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), { env: { ...process.env, ...env } })
  return {
    async run(asked) {
      child.send(asked)
      const [answer] = (await once(child, 'message')) as [Answer]
      if ('fault' in answer) throw new Error(`${name}: ${answer.fault}`)
      return answer.seconds
    },
    async end() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** This is the program's side of startBaseline(). It keeps one warm browser, as Toile's worker does. */
export async function serveBaseline<Asked>(work: (browser: Browser, asked: Asked) => Promise<void>): Promise<void> {
  const user = systemUser(process.env['MEDIA_USER'])
  const log = { info: () => {}, warn: () => {} }
  const browser = await openBrowser({ executablePath: chromiumPath(), ...(user && { user }), log })
  process.on('message', (asked: Asked) => {
    const began = performance.now()
    work(browser, asked).then(
      () => process.send!({ seconds: (performance.now() - began) / 1_000 } satisfies Answer),
      (error: unknown) => process.send!({ fault: String(error) } satisfies Answer),
    )
  })
  process.once('disconnect', () => void browser.close().then(() => process.exit(0)))
}
