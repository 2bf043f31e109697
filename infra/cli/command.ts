export interface Command {
  usage: string
  /** @throws WrongUsage, CommandFailed */
  run(args: string[]): Promise<void>
}

/** The command line prints the message and the usage, and exits with code 2. */
export class WrongUsage extends Error {}

/** The message explains the failure to the operator. The command line prints it and exits with code 1. */
export class CommandFailed extends Error {}
