import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * A Redis command. `by` is its connection's address, or `lua` in a script. `words` are arguments as Redis shows them.
 */
export interface Asked {
  by: string
  command: string
  words: string
}

/** Avoids ioredis, which fails when a command shares a packet with MONITOR's answer. @returns a function to stop it */
export async function monitorRedis(url: string, tell: (asked: Asked) => void): Promise<() => void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = createInterface({ input: socket })
  socket.write('MONITOR\r\n')
  const [answer] = (await once(lines, 'line')) as [string]
  if (answer !== '+OK') throw new Error(answer)
  lines.on('line', (line) => {
    const [, by, command, words] = /^\+[\d.]+ \[\d+ (\S+)\] "(\w+)"(.*)$/.exec(line) ?? []
    if (by && command) tell({ by, command: command.toLowerCase(), words: words! })
  })
  return () => socket.destroy()
}
