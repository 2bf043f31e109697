import { CommandFailed } from './command.js'

/** Aborts at the first Ctrl-C, so that the session ends; a second one kills the process. */
export function abortedByKeyboard(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new CommandFailed('Aborted.')))
  return controller.signal
}
