import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '@toile/db/users/users'
import type { Config } from '@toile/runtime/config'

const COOKIE = 'known-browser'
const MAX_AGE_SECONDS = 365 * 86_400
const MAX_PEOPLE = 5

/**
 * These are OWASP's device cookies. If a browser has signed in to an account before, its login attempts for the account
 * are counted separately, so strangers cannot lock the owner out of this browser. The cookie reveals no user and signs
 * nobody in. A thief of the cookie gets only a few guesses a minute.
 */
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/** One user's entry in the cookie. The MAC `person` binds the random `id` to the user. `seal` is a MAC of the two. */
interface Entry {
  id: string
  person: string
  seal: string
}

export function createKnownBrowsers({ secret, publicUrl }: Config) {
  const macOf = (text: string) => createHmac('sha256', secret).update(`known-browser ${text}`).digest('base64url')
  const isMacOf = (text: string, mac: string) => {
    const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(text))]
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  const isFor = (userId: string, { id, person }: Entry) => isMacOf(`${userId} ${id}`, person)
  /** Returns only entries with a valid seal, so that forged entries cause no database lookup. */
  const entriesOf = ({ cookies }: FastifyRequest): Entry[] =>
    (cookies[COOKIE] ?? '').split('~', MAX_PEOPLE).flatMap((entry) => {
      const [id = '', person = '', seal = ''] = entry.split('.', 3)
      return isMacOf(`${id}.${person}`, seal) ? [{ id, person, seal }] : []
    })
  return {
    async find(
      request: FastifyRequest,
      findAccount: () => Promise<Pick<User, 'id'> | undefined>,
    ): Promise<string | undefined> {
      const entries = entriesOf(request)
      const user = entries.length > 0 ? await findAccount() : undefined
      return user && entries.find((entry) => isFor(user.id, entry))?.id
    },
    remember(request: FastifyRequest, reply: FastifyReply, userId: string): void {
      const others = entriesOf(request).filter((entry) => !isFor(userId, entry))
      const id = randomBytes(12).toString('base64url')
      const person = macOf(`${userId} ${id}`)
      const entries = [{ id, person, seal: macOf(`${id}.${person}`) }, ...others].slice(0, MAX_PEOPLE)
      void reply.setCookie(COOKIE, entries.map((entry) => `${entry.id}.${entry.person}.${entry.seal}`).join('~'), {
        httpOnly: true,
        sameSite: 'lax',
        secure: publicUrl.startsWith('https:'),
        path: '/',
        maxAge: MAX_AGE_SECONDS,
      })
    },
  }
}
