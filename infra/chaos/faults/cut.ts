import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { iptables } from '../system/own-network.js'
import { holdMs, type Fault, type FaultParts } from './fault.js'

const ways = { DROP: [], REJECT: ['--reject-with', 'tcp-reset'] } as const
const PATIENCE_MS = 800

/** Firewall rules drop or reset packets to one port. Outside a network of our own, they would hit the whole machine. */
export function cuts(parts: FaultParts): Fault[] {
  const program = parts.system.ownNetwork ? iptables() : undefined
  if (!program) return []
  return Object.entries(parts.system.ports).flatMap(([place, port]) =>
    (['DROP', 'REJECT'] as const).map((way) => cut(parts, program, place, port, way)),
  )
}

function cut(parts: FaultParts, program: string, place: string, port: number, way: keyof typeof ways): Fault {
  const rules = (...args: string[]) => {
    const ran = spawnSync(program, ['-w', ...args], { encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ran.stderr}`)
    return ran.stdout
  }
  return {
    kind: 'cut',
    name: `the way to ${place} is cut (${way})`,
    async strike() {
      rules('-I', 'INPUT', '-p', 'tcp', '--dport', String(port), '-j', way, ...ways[way])
      try {
        const met = await knock(port)
        await wait(holdMs(parts))
        const packets = Number(/^\s*(\d+)/.exec(rules('-L', 'INPUT', '-v', '-n', '-x').split('\n')[2] ?? '')?.[1])
        const expected = way === 'DROP' ? met === 'nothing' : met === 'ECONNREFUSED'
        return packets > 0 && expected ? `${packets} packets, a connection met ${met}` : undefined
      } finally {
        rules('-F', 'INPUT')
      }
    },
  }
}

function knock(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const end = (met: string) => {
      socket.destroy()
      resolve(met)
    }
    socket.once('connect', () => end('an open port'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    setTimeout(() => end('nothing'), PATIENCE_MS)
  })
}
