import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { accountProblems, cleanEmail } from '@toile/contracts/users/accounts'
import { cutText } from '@toile/contracts/cut-text'
import { ToileError, type FieldProblem } from '@toile/contracts/errors'
import { usernameLength } from '@toile/contracts/users/users.constants'
import { messageText } from '@toile/contracts/words'
import { insertUser } from '@toile/db/users/users'
import { hashPassword } from '@toile/runtime/passwords'
import { CommandFailed, WrongUsage, type Command } from '../command.js'
import { readSettings, withDb } from '../settings.js'

/** The email counts as verified, because the operator vouches for it. */
export const userCreate: Command = {
  usage: 'user create --email EMAIL --password PASSWORD [--username NAME] [--admin]',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        password: { type: 'string' },
        username: { type: 'string' },
        admin: { type: 'boolean', default: false },
      },
    })
    if (!values.email || !values.password) throw new WrongUsage('user create needs --email and --password.')
    const email = cleanEmail(values.email)
    const username = (values.username ?? nameOf(email)).normalize('NFC').trim()
    const group = values.admin ? 'admin' : 'user'
    const problems = accountProblems({ username, email, password: values.password })
    if (Object.keys(problems).length > 0) throw refusal(problems)
    const account = {
      username,
      email,
      group,
      passwordHash: await hashPassword(values.password),
      inviteCode: randomBytes(6).toString('hex'),
      emailVerified: true,
    } as const
    await withDb(readSettings([]), (db) =>
      insertUser(db, account).catch((error: unknown) => {
        throw error instanceof ToileError && error.fields ? refusal(error.fields) : error
      }),
    )
    console.log(`Created ${email}, username ${username}, group ${group}.`)
  },
}

/** Makes a username from the local part of an email and replaces characters that usernames cannot have. */
function nameOf(email: string): string {
  const before = email.split('@', 1)[0]!.replace(/[^\p{L}\p{N}._-]/gu, '-')
  return cutText(before, usernameLength.max).padEnd(usernameLength.min, '-')
}

function refusal(fields: Record<string, FieldProblem[]>): CommandFailed {
  const lines = Object.entries(fields).flatMap(([field, problems]) =>
    problems.map(({ code, params }) => `${field}: ${messageText(code, params ?? {}, 'en')}`),
  )
  return new CommandFailed(lines.join('\n'))
}
