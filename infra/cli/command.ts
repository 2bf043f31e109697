/** A command of `npm run toile`. */
export interface Command {
  /** One line: how it is called. */
  usage: string
  /** Does it. Throws WrongUsage, or CommandFailed with one sentence for the operator. */
  run(args: string[]): Promise<void>
}

/** Called wrongly: the usage is printed, and the exit code is 2. */
export class WrongUsage extends Error {}

/** It did not work, and the message says why in a sentence; the exit code is 1. */
export class CommandFailed extends Error {}
