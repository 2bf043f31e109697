import { spawnSync } from 'node:child_process'
import t from '@toile/testing/tap'
import { isolated } from './isolation.js'

const url = new URL('./isolation.js', import.meta.url).href

/** Starts a process with this bubblewrap. @returns its log, or its error */
function startWith(bwrap: string, config: object): string {
  const script = `
    import { requireIsolation } from ${JSON.stringify(url)}
    const log = (level) => (fields, message) => console.log(level, JSON.stringify(fields), message)
    requireIsolation({ config: ${JSON.stringify(config)}, log: { info: log('info'), warn: log('warn') } })`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], BWRAP_PATH: bwrap },
  })
  return stdout || stderr
}

t.test(
  "U07 in production users' files are opened only in isolation, unless an operator allows otherwise",
  async (t) => {
    const isolates = isolated(['true'], { workDir: '/tmp', changesUser: false })[0]!
    t.match(startWith(isolates, { production: true }), /^info .*media tools run isolated/)
    for (const bwrap of ['/bin/false', '/nowhere/bwrap']) {
      t.match(startWith(bwrap, { production: true }), /Error: Media tools cannot be isolated here \(none: /)
      t.match(startWith(bwrap, { production: true, allowUnisolatedMedia: true }), /^warn .*WITHOUT isolation/)
      t.match(startWith(bwrap, { production: false }), /^warn .*WITHOUT isolation/)
    }
  },
)
