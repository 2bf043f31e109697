import { Type } from 'typebox'
import { isCommonPassword } from './common-passwords.js'
import type { FieldProblem } from '../errors.js'
import { PasswordText } from '../sessions/passwords.js'
import { declareRoutes, passwordTries } from '../route.js'
import { StrictObject } from '../shapes.js'
import { MAX_EMAIL_LENGTH, passwordLength, usernameLength } from './users.constants.js'
import { paths } from './accounts.paths.js'

const LOCAL = /^[^\s@<>()",:;\\]{1,64}$/u
/** Of a host as people type it: letters, digits, hyphens, and the points of any script. */
const HOST = /^[\p{L}\p{M}\p{N}\-.。．｡]+$/u
/** In the letters of the domain name system. What ends in a number is the address of a machine. */
const DOMAIN = /^([a-z0-9-]+\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,}$/
/** Letters and digits of any script that can be seen, and . _ - ; no @, so that a username never looks like an email. */
const USERNAME = /^((?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}._-])+$/u

type Fields = Record<string, FieldProblem[]>

/** What is wrong with a new account's fields, however it is made; empty when all is well. */
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

/** What is wrong with a password that is typed twice; `own` are names that it must not be. Empty when all is well. */
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
 * An address as it is stored and compared, of all the ways to type it: without what nobody sees, composed, and its host in
 * the letters of the domain name system. Letter case is left for Postgres to look past. What is no address stays as it is.
 */
export function cleanEmail(email: string): string {
  const { local, host, typed } = partsOf(email)
  return host ? `${local}@${host}` : typed
}

/** Undefined for an address that mail can go to, however it is spelt. */
export function emailProblem(email: string): FieldProblem | undefined {
  const { local, host } = partsOf(email)
  // Half a character is stored as another one.
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
    summary: 'Deletes my account, works and files for good; the password is asked where there is one',
    access: 'user',
    rate: passwordTries,
    body: StrictObject({ password: Type.Optional(PasswordText) }),
    status: 204,
    response: null,
  },
  exportAccount: {
    summary: 'Everything of mine as one JSON file, with links to my files',
    access: 'user',
    proof: true,
    rate: [{ calls: 10, windowSeconds: 3600, by: ['user'] }],
    status: 200,
    response: null,
  },
})
