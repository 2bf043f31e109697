import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** What a Redis was asked: by which connection (`lua` within a script), and the words as Redis writes them down. */
export interface Asked {
  by: string
  command: string
  words: string
}

/**
 * Tells of each command that Redis gets from now on. By hand: ioredis ends with an error where the first command comes in
 * one packet with the answer to MONITOR. @returns the function that stops it
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
