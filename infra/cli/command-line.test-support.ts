import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Call, Said } from './command-line.test-process.js'

export interface CommandLine {
  run(
    args: string[],
    env: NodeJS.ProcessEnv,
    onOutput?: (output: string) => void,
  ): Promise<{ code: number; output: string }>
  close(): void
}

/** Starts one process for all runs of a test file, because loading the commands takes most of each run's time. */
export function openCommandLine(): CommandLine {
  const child = fork(fileURLToPath(import.meta.resolve('./command-line.test-process.js')))
  return {
    run: (args, env, onOutput) =>
      new Promise((resolve, reject) => {
        let output = ''
        const ended = () => reject(new Error(`The command line ended in the middle of ${args.join(' ')}: ${output}`))
        const hear = (said: Said) => {
          if ('output' in said) {
            output += said.output
            onOutput?.(output)
            return
          }
          child.off('message', hear)
          child.off('exit', ended)
          resolve({ code: said.code, output })
        }
        child.on('message', hear)
        child.once('exit', ended)
        child.send({ args, env } satisfies Call)
      }),
    close: () => child.disconnect(),
  }
}
