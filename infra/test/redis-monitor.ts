import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** `by` is the address of the connection, or `lua` in a script. `words` are the arguments as MONITOR prints them. */
export interface Asked {
  by: string
  command: string
  words: string
}

/**
 * Calls `tell` for each command that Redis runs. ioredis is not used, because it fails when a command arrives in the
 * same packet as MONITOR's answer. @returns a function that stops the monitoring
 */
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
