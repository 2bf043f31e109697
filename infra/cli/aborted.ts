import { CommandFailed } from './command.js'

/** Aborts at Ctrl-C or SIGTERM, so that the command can still end its session. The same signal again kills it. */
export function abortedByKeyboard(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new CommandFailed('Aborted.')))
  return controller.signal
}
