import { creator, signInByApi } from './visitor.js'

const admin = { login: 'admin@toile.local', password: process.env['DEMO_ADMIN_PASSWORD'] ?? '' }

/**
 * Signs the demo accounts in, once for all tests: the server counts sign-ins, and after a test that fails the next ones
 * run in a new process, which would have to sign in anew.
 */
export default async function signIn(): Promise<void> {
  for (const [name, { login, password }] of Object.entries({ CREATOR_SESSION: creator, ADMIN_SESSION: admin }))
    process.env[name] = JSON.stringify(await signInByApi(login, password))
}
