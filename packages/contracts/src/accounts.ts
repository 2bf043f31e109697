import type { FieldProblem } from './errors.js'
import { passwordLength, usernameLength } from './users.constants.js'

const EMAIL = /^[^\s@<>()",:;\\]{1,64}@[^\s@<>()",:;\\]+\.[^\s@<>()",:;\\.]{2,}$/u
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
