import { runCommandLine } from './command-line.js'

// Child process of command-line.test-support.ts: runs command lines one after the other, with all commands loaded once.

export interface Call {
  args: string[]
  env: NodeJS.ProcessEnv
}

export type Said = { output: string } | { code: number }

const say = (said: Said) => void process.send!(said)
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: string | Uint8Array) => {
    say({ output: String(chunk) })
    return true
  }

process.on('message', ({ args, env }: Call) => {
  process.env = { ...env }
  void runCommandLine(args).then((code) => say({ code }))
})
