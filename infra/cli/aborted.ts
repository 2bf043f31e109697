import { CommandFailed } from './command.js'

/** Aborts at the first Ctrl-C, so that the command can still end its session. A second Ctrl-C kills the process. */
export function abortedByKeyboard(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new CommandFailed('Aborted.')))
  return controller.signal
}
