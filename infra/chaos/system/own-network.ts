import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { findProgram } from '../../start/find-program.js'

const MARK = 'TOILE_CHAOS_OWN_NETWORK'
const unshare = ['--net', '--mount']

export const iptables = (): string | undefined =>
  process.env['IPTABLES_PATH'] || findProgram(['iptables', '/usr/sbin/iptables'])

const ip = () => findProgram(['ip', '/sbin/ip', '/usr/sbin/ip'])

export const hasOwnNetwork = (): boolean => process.env[MARK] === '1'

/** Reruns this program in new network and mount namespaces. @returns its exit code, or undefined if it did not rerun */
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
  // Ctrl-C in a terminal reaches both processes, so this process ignores it. SIGTERM is forwarded to the child.
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

/** Brings loopback up, which is down in a new network namespace. */
export function raiseLoopback(): void {
  spawnSync(ip()!, ['link', 'set', 'lo', 'up'])
}
