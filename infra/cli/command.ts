export interface Command {
  /** One line: how to call it. */
  usage: string
  /** @throws WrongUsage, or CommandFailed with one sentence for the operator */
  run(args: string[]): Promise<void>
}

/** Prints the usage; exit code 2. */
export class WrongUsage extends Error {}

/** The message explains the failure in a sentence; exit code 1. */
export class CommandFailed extends Error {}
