import { backup } from './storage/backup.js'
import { CommandFailed, WrongUsage, type Command } from './command.js'
import { doctor } from './doctor/doctor.js'
import { inspect } from './inspect.js'
import { jobsRetry } from './jobs-retry.js'
import { mediaRegenerate } from './media-regenerate.js'
import { queues } from './queues.js'
import { render } from './render.js'
import { restore } from './storage/restore.js'
import { seed } from './seed.js'
import { storageMove } from './storage/storage-move.js'
import { storagePrune } from './storage/storage-prune.js'
import { upload } from './upload.js'
import { userBan, userUnban } from './users/user-ban.js'
import { userCreate } from './users/user-create.js'
import { userDemote, userPromote } from './users/user-group.js'
import { userResetPassword, userVerifyEmail } from './users/user-mail.js'
import { userShow } from './users/user-show.js'

const commands: Record<string, Command> = {
  upload,
  render,
  'user create': userCreate,
  'user show': userShow,
  'user promote': userPromote,
  'user demote': userDemote,
  'user ban': userBan,
  'user unban': userUnban,
  'user verify-email': userVerifyEmail,
  'user reset-password': userResetPassword,
  inspect,
  queues,
  'jobs retry': jobsRetry,
  'media regenerate': mediaRegenerate,
  backup,
  restore,
  'storage move': storageMove,
  'storage prune': storagePrune,
  doctor,
  seed,
}

const usage = ['Usage: npm run toile -- <command>', ...Object.values(commands).map((command) => `  ${command.usage}`)]

export async function runCommandLine(args: string[]): Promise<number> {
  const words = args.join(' ')
  const name = Object.keys(commands).find((known) => words === known || words.startsWith(`${known} `))
  try {
    if (!name) throw new WrongUsage(args[0] ? `Unknown command: ${args[0]}` : 'No command given.')
    await commands[name]!.run(args.slice(name.split(' ').length))
    return 0
  } catch (error) {
    if (error instanceof WrongUsage || isBadOption(error)) {
      console.error([(error as Error).message, '', ...usage].join('\n'))
      return 2
    }
    console.error(error instanceof CommandFailed ? error.message : explain(error))
    return 1
  }
}

function isBadOption(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
}

/** When a host name has two addresses and both refuse the connection, only the nested errors have messages. */
function explain(error: unknown): string {
  const { message, errors } = error as { message?: string; errors?: Error[] }
  return message || errors?.map((one) => one.message).join(', ') || String(error)
}
