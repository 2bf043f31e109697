import { Type } from 'typebox'
import { MAX_EMAIL_LENGTH, passwordLength } from '../users/users.constants.js'
import { declareRoutes, passwordTries } from '../route.js'
import { StrictObject, Text } from '../shapes.js'
import { AfterStep } from '../users/users.js'
import { paths } from './passwords.paths.js'

/** A first bound, in code points before NFC. NFC can shorten a text, so handlers check `passwordLength` after NFC. */
export const PasswordText = Text(passwordLength.max * 4)
export const TokenText = Text(128)

const NewPassword = { password: PasswordText, passwordConfirmation: PasswordText }

export const routes = declareRoutes(paths, {
  retrievePassword: {
    summary: 'Emails a link to reset the password; the response is the same for unknown emails',
    access: 'public',
    rate: [{ calls: 300, windowSeconds: 3600, by: ['address'] }],
    body: StrictObject({ email: Text(MAX_EMAIL_LENGTH) }),
    status: 202,
  },
  resetPassword: {
    summary: 'Sets a password by an emailed token; ends all sessions and other reset links',
    access: 'public',
    rate: [{ calls: 300, windowSeconds: 3600, by: ['address'] }],
    body: StrictObject({ token: TokenText, ...NewPassword }),
  },
  changePassword: {
    summary: 'Sets a new password, with the current one if there is one; ends all other sessions',
    access: 'user',
    rate: passwordTries,
    body: StrictObject({ currentPassword: Type.Optional(PasswordText), ...NewPassword }),
    response: AfterStep,
  },
})
