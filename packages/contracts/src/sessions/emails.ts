import { Type } from 'typebox'
import { MAX_EMAIL_LENGTH } from '../users/users.constants.js'
import { PasswordText, TokenText } from './passwords.js'
import { declareRoutes, passwordTries } from '../route.js'
import { StrictObject, Text } from '../shapes.js'
import { AfterStep } from '../users/users.js'
import { paths } from './emails.paths.js'

export const routes = declareRoutes(paths, {
  sendVerification: {
    summary: 'Resends the verification email, at most once a minute and five times an hour',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 3600, by: ['user'] }],
    status: 202,
  },
  confirmEmail: {
    summary: 'Verifies an email by its token: for a new account, a change or a social account',
    // The caller needs a session of the account or the account's password. Otherwise, a person whose address another
    // person registered would verify that account by opening the link. A limited session is replaced by a full one.
    access: 'public',
    steps: ['bind_email'],
    // The limit is high because a whole school may share one IP address, and because even a valid link fails once if it
    // is opened in another browser. The page then asks for the password.
    rate: [{ calls: 300, windowSeconds: 3600, by: ['address'], counts: 'failures' }],
    body: StrictObject({ token: TokenText, password: Type.Optional(PasswordText) }),
    response: AfterStep,
  },
  disownEmail: {
    summary: 'Disowns an emailed token: ends its link and removes an unverified email from its account',
    access: 'public',
    rate: [{ calls: 300, windowSeconds: 3600, by: ['address'], counts: 'failures' }],
    body: StrictObject({ token: TokenText }),
  },
  changeEmail: {
    summary: 'Requests another email, which replaces the old one once verified',
    access: 'user',
    rate: passwordTries,
    body: StrictObject({ email: Text(MAX_EMAIL_LENGTH), password: Type.Optional(PasswordText) }),
    status: 202,
  },
  bindEmail: {
    summary: 'Adds an email to a social account; it counts once verified',
    access: 'user',
    steps: ['bind_email'],
    rate: [{ calls: 10, windowSeconds: 300, by: ['user'] }],
    body: StrictObject({ email: Text(MAX_EMAIL_LENGTH) }),
    status: 202,
  },
})
