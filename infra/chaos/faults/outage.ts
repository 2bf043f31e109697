import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Line, LineMode } from '../line.js'
import { holdMs, within, type Fault, type FaultParts } from './fault.js'

const MODES: LineMode[] = ['refused', 'silent', 'slow']
const SEEN_MS = 1_000
/** Longer than the worker waits for a server to greet it. */
const SILENCE_MS = 11_000

/** The mail server, and the store where it is one across a network, is away: refuses, never answers, or answers slowly. */
export function outages(parts: FaultParts): Fault[] {
  const { mail, store } = parts.system.lines
  const of = (what: string, line: Line) => MODES.map((mode) => outage(parts, what, line, mode))
  return [...of('the mail server', mail), ...(store ? of('the store', store) : [])]
}

function outage(parts: FaultParts, what: string, line: Line, mode: LineMode): Fault {
  return {
    kind: 'outage',
    name: `${what} is ${mode}`,
    async strike() {
      await line.set(mode)
      try {
        const seen = await effectOf(line, mode)
        await meanwhile(parts, `${what} is ${mode}`)
        await wait(Math.max(mode === 'silent' ? SILENCE_MS : 0, holdMs(parts)))
        return seen
      } finally {
        await line.set('open')
      }
    },
  }
}

/** What a fresh connection meets: both servers answer within milliseconds as a rule. */
async function effectOf({ port }: Line, mode: LineMode): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1' })
  let met = 'nothing'
  socket.once('data', () => (met = 'an answer'))
  socket.once('error', (error: NodeJS.ErrnoException) => (met = error.code ?? error.message))
  // A mail server speaks first; a store has to be asked.
  socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  const began = performance.now()
  await within(mode === 'slow' ? 4 * SEEN_MS : SEEN_MS, () => met !== 'nothing')
  const ms = performance.now() - began
  socket.destroy()
  if (mode === 'refused') return met === 'ECONNREFUSED' ? `a connection was refused` : undefined
  if (mode === 'silent') return met === 'nothing' ? `no answer within ${SEEN_MS} ms` : undefined
  return ms > 100 ? `the first bytes took ${Math.round(ms)} ms` : undefined
}

/** What needs neither goes on: the journal says how long it took. */
async function meanwhile({ system: { urls }, caller: { journal } }: FaultParts, fault: string): Promise<void> {
  const began = performance.now()
  const answer = await fetch(`${urls[0]}/categories`, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined)
  journal.write({ kind: 'meanwhile', fault, status: answer?.status ?? 0, ms: performance.now() - began })
}
