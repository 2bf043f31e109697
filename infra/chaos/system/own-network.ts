import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { findProgram } from '../../start/find-program.js'

/** Set in the process that has them. */
const MARK = 'TOILE_CHAOS_OWN_NETWORK'
const unshare = ['--net', '--mount']

export const iptables = (): string | undefined =>
  process.env['IPTABLES_PATH'] || findProgram(['iptables', '/usr/sbin/iptables'])

const ip = () => findProgram(['ip', '/sbin/ip', '/usr/sbin/ip'])

export const hasOwnNetwork = (): boolean => process.env[MARK] === '1'

/**
 * Runs this very program again in a network and with mounts of its own: what it does to either is seen by nobody else and
 * is gone with it. Gives its exit code; undefined where the machine does not let us, and why in `say`.
 */
export async function runInOwnNetwork(say: (line: string) => void): Promise<number | undefined> {
  const why = whatIsMissing()
  if (why) {
    say(`no cut networks and no full disks: ${why}`)
    return undefined
  }
  const child = spawn('unshare', [...unshare, process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [MARK]: '1' },
    stdio: 'inherit',
  })
  // Ctrl-C in a terminal reaches both; what ends only us is handed on.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

function whatIsMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'that takes root'
  if (!iptables() || !ip()) return 'iptables or ip is missing (sudo apt-get install iptables iproute2)'
  return spawnSync('unshare', [...unshare, 'true']).status === 0 ? undefined : 'this machine gives no namespaces'
}

/** The loopback of a fresh network is down. */
export function raiseLoopback(): void {
  spawnSync(ip()!, ['link', 'set', 'lo', 'up'])
}
