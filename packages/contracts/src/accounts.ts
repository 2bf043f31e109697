import { Type } from 'typebox'
import type { FieldProblem } from './errors.js'
import { PasswordText } from './passwords.js'
import { route } from './route.js'
import { Shape } from './shapes.js'
import { maxEmailLength, passwordLength, usernameLength } from './users.constants.js'

const EMAIL = /^[^\s@<>()",:;\\]{1,64}@[^\s@<>()",:;\\]+\.[^\s@<>()",:;\\.]{2,}$/u
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && EMAIL.test(text)
}

/** Letters and digits of any script, and . _ - ; no @, so that a username never looks like an email. */
const USERNAME = /^[\p{L}\p{N}._-]+$/u

/** What is wrong with a new account's fields, however it is made; empty when all is well. */
export function accountProblems(account: {
  username: string
  email: string
  password: string
}): Record<string, FieldProblem[]> {
  const fields: Record<string, FieldProblem[]> = {}
  const length = (text: string) => [...text.normalize('NFC')].length
  const check = (
    field: string,
    text: string,
    { min, max }: { min: number; max: number },
    fits: (text: string) => boolean,
  ) => {
    if (text === '') fields[field] = [{ code: 'FIELD_REQUIRED' }]
    else if (length(text) < min) fields[field] = [{ code: 'FIELD_TOO_SHORT', params: { min } }]
    else if (length(text) > max) fields[field] = [{ code: 'FIELD_TOO_LONG', params: { max } }]
    else if (!fits(text)) fields[field] = [{ code: 'FIELD_INVALID' }]
  }
  check('username', account.username.trim(), usernameLength, (text) => USERNAME.test(text))
  check('password', account.password, passwordLength, () => true)
  if (!EMAIL.test(account.email.trim())) fields['email'] = [{ code: 'FIELD_EMAIL' }]
  return fields
}

export const accountRoutes = {
  deleteAccount: route({
    method: 'DELETE',
    path: '/me',
    summary: 'Deletes my account, works and files for good; the password is asked where there is one',
    access: 'user',
    rate: [{ calls: 10, windowSeconds: 300, by: ['user'] }],
    body: Shape({ password: Type.Optional(PasswordText) }),
    status: 204,
    answer: null,
  }),
  exportAccount: route({
    method: 'GET',
    path: '/me/export',
    summary: 'Everything of mine as one JSON file, with links to my files',
    access: 'user',
    rate: [{ calls: 10, windowSeconds: 3600, by: ['user'] }],
    status: 200,
    answer: null,
  }),
}
