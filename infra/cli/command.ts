export interface Command {
  /** How to call the command, in one line. */
  usage: string
  /** @throws WrongUsage, or CommandFailed with one sentence for the operator */
  run(args: string[]): Promise<void>
}

/** The command line prints the message and the usage, and exits with code 2. */
export class WrongUsage extends Error {}

/** The message explains the failure in a sentence. The command line prints it and exits with code 1. */
export class CommandFailed extends Error {}
