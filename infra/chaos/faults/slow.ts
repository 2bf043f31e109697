import { setTimeout as wait } from 'node:timers/promises'
import { holdMs, type Fault, type FaultParts } from './fault.js'

/** At 4 KB per second, the OpenAPI document takes longer than this. Without the fault, it takes about 10 ms. */
const SLOW_MS = 900
const ASK = '/openapi.json'
const PATIENCE_MS = 4_000

export function slowLines(parts: FaultParts): Fault[] {
  const { lines, urls } = parts.system
  return [
    {
      kind: 'slow',
      name: 'clients on a slow line',
      async strike() {
        await Promise.all(lines.clients.map((line) => line.set('slow')))
        try {
          const began = performance.now()
          const asked = fetch(urls[0] + ASK, { signal: AbortSignal.timeout(PATIENCE_MS) })
            .then((answer) => answer.text())
            .then(
              () => performance.now() - began,
              // Of all failures, only a timeout shows that the line is slow.
              (error: Error) => (error.name === 'TimeoutError' ? Infinity : 0),
            )
          await wait(holdMs(parts))
          return (await asked) > SLOW_MS ? `an answer took longer than ${SLOW_MS} ms` : undefined
        } finally {
          await Promise.all(lines.clients.map((line) => line.set('open')))
        }
      },
    },
  ]
}
