import { Type } from 'typebox'
import { isCommonPassword } from './common-passwords.js'
import type { FieldProblem } from '../errors.js'
import { PasswordText } from '../sessions/passwords.js'
import { declareRoutes, passwordTries } from '../route.js'
import { StrictObject } from '../shapes.js'
import { MAX_EMAIL_LENGTH, passwordLength, usernameLength } from './users.constants.js'
import { paths } from './accounts.paths.js'

const LOCAL = /^[^\s@<>()",:;\\]{1,64}$/u
/** A host as users type it: letters, digits, hyphens, and the dots of any script. */
const HOST = /^[\p{L}\p{M}\p{N}\-.。．｡]+$/u
/** A host in punycode. Its last label must contain a letter, because a host that ends in a number is an IP address. */
const DOMAIN = /^([a-z0-9-]+\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,}$/
/** Visible letters and digits of any script, and . _ - but no @, so that a username never looks like an email. */
const USERNAME = /^((?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}._-])+$/u

type Fields = Record<string, FieldProblem[]>

export function accountProblems(account: { username: string; email: string; password: string }): Fields {
  const username = account.username.trim()
  return {
    ...fieldOf('username', usernameProblem(username)),
    ...fieldOf('email', emailProblem(account.email)),
    ...fieldOf(
      'password',
      passwordProblem(account.password, [username, account.email.trim(), cleanEmail(account.email)]),
    ),
  }
}

/** Problems of a new password and its confirmation. @param own names that the password must not equal */
export function newPasswordProblems(
  body: { password: string; passwordConfirmation: string },
  own: readonly string[] = [],
): Fields {
  return {
    ...fieldOf('password', passwordProblem(body.password, own)),
    ...(body.password !== body.passwordConfirmation && {
      passwordConfirmation: [{ code: 'FIELD_PASSWORD_MISMATCH' }],
    }),
  }
}

/**
 * The stored form of an email: NFC, without invisible characters, with the host in punycode. The local part keeps its
 * letter case, which Postgres ignores. An invalid host does not become punycode.
 */
export function cleanEmail(email: string): string {
  const { local, host, typed } = partsOf(email)
  return host ? `${local}@${host}` : typed
}

export function emailProblem(email: string): FieldProblem | undefined {
  const { local, host } = partsOf(email)
  // Refuses a lone surrogate, because it would be stored as another character.
  const isFit =
    host && LOCAL.test(local) && !/\p{Surrogate}/u.test(local) && local.length + host.length < MAX_EMAIL_LENGTH
  return isFit ? undefined : { code: 'FIELD_EMAIL' }
}

function partsOf(email: string): { local: string; host: string | undefined; typed: string } {
  const typed = email
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .normalize('NFC')
    .trim()
    .replace('＠', '@')
  const at = typed.lastIndexOf('@')
  const given = typed.slice(at + 1)
  const address = `http://${given}`
  const host = at > 0 && HOST.test(given) && URL.canParse(address) ? new URL(address).hostname : ''
  return { typed, local: typed.slice(0, Math.max(at, 0)), host: DOMAIN.test(host) ? host : undefined }
}

const fieldOf = (field: string, problem: FieldProblem | undefined): Fields => (problem ? { [field]: [problem] } : {})

function usernameProblem(username: string): FieldProblem | undefined {
  return lengthProblem(username, usernameLength) ?? (USERNAME.test(username) ? undefined : { code: 'FIELD_INVALID' })
}

function passwordProblem(password: string, own: readonly string[]): FieldProblem | undefined {
  const folded = password.normalize('NFC').toLowerCase()
  const guessed = isCommonPassword(folded) || own.some((name) => name.toLowerCase() === folded)
  return lengthProblem(password, passwordLength) ?? (guessed ? { code: 'FIELD_PASSWORD_COMMON' } : undefined)
}

function lengthProblem(text: string, { min, max }: { min: number; max: number }): FieldProblem | undefined {
  const length = [...text.normalize('NFC')].length
  if (length === 0) return { code: 'FIELD_REQUIRED' }
  if (length < min) return { code: 'FIELD_TOO_SHORT', params: { min } }
  return length > max ? { code: 'FIELD_TOO_LONG', params: { max } } : undefined
}

export const routes = declareRoutes(paths, {
  deleteAccount: {
    summary: 'Deletes the caller’s account, works and files permanently; needs the password if there is one',
    access: 'user',
    rate: passwordTries,
    body: StrictObject({ password: Type.Optional(PasswordText) }),
  },
  exportAccount: {
    summary: 'Returns all data of the caller as one JSON file, with links to their files',
    access: 'user',
    proof: true,
    rate: [{ calls: 10, windowSeconds: 3600, by: ['user'] }],
    status: 200,
  },
})
