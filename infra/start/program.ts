import type { SystemUser } from '@toile/runtime/system-user'

export interface Program {
  /** Names the program's log, its record in pids/, and its part of the status line. */
  name: string
  command: string
  args: string[]
  /** The complete environment, because the program inherits nothing. */
  env: Record<string, string>
  user?: SystemUser | undefined
  stopSignal: NodeJS.Signals
  /** Our node processes get an IPC channel, so that they end with the launcher. */
  channel?: boolean
  prepare?: () => Promise<void>
  isReady: () => Promise<boolean>
}
