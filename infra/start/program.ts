import type { SystemUser } from './users.js'

/** A program that the launcher starts and keeps running. */
export interface Program {
  /** Names its log, its record in pids/ and its place in the status line. */
  name: string
  command: string
  args: string[]
  /** The whole environment: nothing is inherited. */
  env: Record<string, string>
  user?: SystemUser | undefined
  /** Asks it to end in order. */
  stopSignal: NodeJS.Signals
  /** A node process of ours gets a channel, so that it ends by itself when the launcher is gone. */
  channel?: boolean
  /** Runs before each start, also before a restart. */
  prepare?: () => Promise<void>
  /** Resolves true once it serves. */
  isReady: () => Promise<boolean>
}
