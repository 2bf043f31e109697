import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** A command: its connection (`lua` within a script), and its words as Redis prints them. */
export interface Asked {
  by: string
  command: string
  words: string
}

/** Without ioredis, which fails when a command shares a packet with MONITOR's answer. @returns a function to stop */
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
