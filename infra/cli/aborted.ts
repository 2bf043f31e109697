import { CommandFailed } from './command.js'

/** Fires at the first Ctrl-C, so that the session ends in order; a second one ends the process as usual. */
export function abortedByKeyboard(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new CommandFailed('Broken off.')))
  return controller.signal
}
