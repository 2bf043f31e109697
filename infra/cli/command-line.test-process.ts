import { runCommandLine } from './command-line.js'

// Runs one command line after the other in a process that has loaded them all already: see command-line.test-support.ts.

/** One command line, with all of the environment that it gets. */
export interface Call {
  args: string[]
  env: NodeJS.ProcessEnv
}

/** What a command line prints, piece by piece, and in the end its exit code. */
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
