import { readSecretFiles } from '@toile/runtime/secret-settings'
import { isTrustworthyOrigin } from '@toile/runtime/trustworthy-origin'
import { keepWhatIsPrepared } from '@toile/demo/prepared'
import { StartupError } from './startup-error.js'
import { addDemoWorks } from './demo-works.js'
import { dataFolder } from './environment.js'
import { wantedPort } from './ports.js'
import { say, showStatus } from './screen.js'
import { startToile } from './toile.js'

// npm start: starts Toile, prints its address, and keeps it running until Ctrl-C.

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!ending.signal.aborted) say('Stopping ...')
    ending.abort()
  })

try {
  const problems: string[] = []
  process.env = readSecretFiles(process.env, problems)
  if (problems.length) throw new StartupError(problems.join('\n'))
  const demo = process.env['DEMO'] !== '0'
  if (demo) keepWhatIsPrepared()
  const toile = await startToile({
    dataDir: dataFolder(),
    port: wantedPort(),
    demo,
    installTools: true,
    say,
    signal: ending.signal,
  })
  say(`Toile is ready at ${toile.url}`)
  const publicUrl = process.env['PUBLIC_URL']
  if (publicUrl && !isTrustworthyOrigin(publicUrl))
    say(
      `  ${publicUrl} is plain http, where browsers withhold the clipboard and locks between tabs: https works better`,
    )
  if (demo) {
    say(`  creator        creator@toile.local  ${toile.secrets.DEMO_CREATOR_PASSWORD}`)
    say(`  administrator  admin@toile.local    ${toile.secrets.DEMO_ADMIN_PASSWORD}`)
  }
  if (toile.mailFolder) say(`  mail           is written to ${toile.mailFolder} (set SMTP_URL to send it)`)
  say(`Started in ${(performance.now() / 1000).toFixed(1)} s. Ctrl-C stops everything.`)
  showStatus(toile, ending.signal)
  if (demo) addDemoWorks(dataFolder(), say, ending.signal)
  await toile.stopped
} catch (error) {
  if (!ending.signal.aborted) {
    say(error instanceof StartupError ? error.message : String((error as Error).stack))
    process.exit(1)
  }
}
say('Stopped.')
process.exit(0)
