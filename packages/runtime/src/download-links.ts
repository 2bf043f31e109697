import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.js'

/** Gives one user access to one thing until `expires`. `thing` is the kind of thing that `id` identifies. */
interface Grant {
  thing: string
  id: string
  userId: string
  /** Seconds since 1970. */
  expires: number
}

/** Signs and checks download links, each for one user, with a derived key that signs nothing else. */
export function createDownloadLinks(config: Pick<Config, 'secret'>) {
  const key = Buffer.from(hkdfSync('sha256', config.secret, '', 'download links', 32))
  const digest = ({ thing, id, userId, expires }: Grant) =>
    createHmac('sha256', key).update(`${thing}.${id}.${userId}.${expires}`).digest()
  return {
    sign: (grant: Grant) => digest(grant).toString('base64url'),
    isGood(grant: Grant, signature: string): boolean {
      if (grant.expires < Date.now() / 1_000) return false
      const given = Buffer.from(signature, 'base64url')
      const right = digest(grant)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
