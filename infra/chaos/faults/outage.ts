import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Line, LineMode } from '../system/line.js'
import { sendToProvider } from '../workload/sign-ins.js'
import { holdMs, within, type Fault, type FaultParts } from './fault.js'

const modes: LineMode[] = ['refused', 'silent', 'slow']
const SEEN_MS = 1_000
/** Longer than the 10 s for which the notifications worker waits for a mail server's greeting. */
const SILENCE_MS = 11_000

interface Place {
  what: string
  line: Line
  /** Takes a user to the provider. The sign-in is completed during the outage and repeated after it. */
  bring?: () => ReturnType<typeof sendToProvider>
}

export function outages(parts: FaultParts): Fault[] {
  const { caller, system } = parts
  const { mail, provider, store } = system.lines
  const places: Place[] = [
    { what: 'the mail server', line: mail },
    { what: 'the sign-in provider', line: provider, bring: () => sendToProvider(caller, system.socialSignIn) },
    ...(store ? [{ what: 'the store', line: store }] : []),
  ]
  return modes.flatMap((mode) => places.map((place) => outage(parts, place, mode)))
}

function outage(parts: FaultParts, { what, line, bring }: Place, mode: LineMode): Fault {
  const name = `${what} is ${mode}`
  return {
    kind: 'outage',
    name,
    async strike() {
      const person = await bring?.()
      let seen: string | undefined
      let answered: string | undefined
      await line.set(mode)
      try {
        const tried = person?.tries(name)
        seen = await effectOf(line, mode)
        await meanwhile(parts, name)
        await wait(Math.max(mode === 'silent' ? SILENCE_MS : 0, holdMs(parts)))
        answered = await tried
      } finally {
        await line.set('open')
      }
      await person?.triesAgain()
      return seen && answered ? `${seen}, ${answered}` : seen
    },
  }
}

/** Describes the effect on a new connection, if any. Without an outage, each server answers within milliseconds. */
async function effectOf({ port }: Line, mode: LineMode): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1' })
  let met = 'nothing'
  socket.once('data', () => (met = 'an answer'))
  socket.once('error', (error: NodeJS.ErrnoException) => (met = error.code ?? error.message))
  // The mail server sends the first bytes by itself. The other servers only answer a request.
  socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  const began = performance.now()
  await within(mode === 'slow' ? 4 * SEEN_MS : SEEN_MS, () => met !== 'nothing')
  const ms = performance.now() - began
  socket.destroy()
  if (mode === 'refused') return met === 'ECONNREFUSED' ? `a connection was refused` : undefined
  if (mode === 'silent') return met === 'nothing' ? `no answer within ${SEEN_MS} ms` : undefined
  return ms > 100 ? `the first bytes took ${Math.round(ms)} ms` : undefined
}

async function meanwhile({ system: { urls }, caller: { journal } }: FaultParts, fault: string): Promise<void> {
  const began = performance.now()
  const answer = await fetch(`${urls[0]}/categories`, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined)
  journal.write({ kind: 'meanwhile', fault, status: answer?.status ?? 0, ms: performance.now() - began })
}
