import { parseArgs } from 'node:util'
import type { Db } from '@toile/db/client'
import { findLogin, type User } from '@toile/db/users/users'
import { CommandFailed, WrongUsage, type Command } from '../command.js'
import { readSettings, withDb } from '../settings.js'

export type Given = Record<string, string | undefined>

/** Makes a command for one user. `run` returns the text to print. Each of the `options` takes a value. */
export function userCommand(
  name: string,
  run: (db: Db, user: User, given: Given) => Promise<string>,
  options: { names: readonly string[]; usage: string } = { names: [], usage: '' },
): Command {
  return {
    usage: `user ${name} LOGIN ${options.usage}`.trim(),
    async run(args) {
      const { positionals, values } = parseArgs({
        args,
        options: Object.fromEntries(options.names.map((option) => [option, { type: 'string' as const }])),
        allowPositionals: true,
      })
      const [login, ...more] = positionals
      if (!login || more.length > 0) throw new WrongUsage(`user ${name} needs one email or username.`)
      await withDb(readSettings([]), async (db) => {
        const user = await findLogin(db, login)
        if (!user) throw new CommandFailed(`There is no user ${login}.`)
        console.log(await run(db, user, values as Given))
      })
    },
  }
}
