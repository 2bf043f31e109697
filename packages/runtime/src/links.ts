import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.js'

/** How long a link to a file that is not public works. */
const LINK_SECONDS = 600

interface FileRef {
  id: string
  /** Only for the address bar and the saved file; the id decides. */
  name: string
  public: boolean
}

export interface Links {
  /**
   * An absolute URL of a file: permanent for a public one, else signed and good for ten minutes (or `seconds`). With `bound` it
   * is good only while that is what it was: a link that lives long ends with its person's password.
   */
  file(file: FileRef, lasting?: { seconds: number; bound?: string }): string
  /** Whether a link to a file that is not public is ours and still good; `bound` as it is now, for a link that is bound. */
  isGood(id: string, expires: number | undefined, signature: string | undefined, bound?: string): boolean
}

/** Makes and checks links to files. The key is derived, so that a link's signature says nothing about sessions. */
export function createLinks(config: Pick<Config, 'secret' | 'filesOrigin'>): Links {
  const key = Buffer.from(hkdfSync('sha256', config.secret, '', 'file links', 32))
  const sign = (id: string, expires: number, bound: string | undefined) =>
    createHmac('sha256', key)
      .update(bound === undefined ? `${id}.${expires}` : `${id}.${expires}.${bound}`)
      .digest()
  return {
    file({ id, name, public: isPublic }, lasting) {
      const url = `${config.filesOrigin}/files/${id}/${name}`
      if (isPublic) return url
      // Whole minutes, so that a page asked for twice in a row gives the same link and the browser's cache works.
      const expires = Math.ceil(Date.now() / 60_000) * 60 + (lasting?.seconds ?? LINK_SECONDS)
      const signature = sign(id, expires, lasting?.bound).toString('base64url')
      return `${url}?expires=${expires}&signature=${signature}${lasting?.bound === undefined ? '' : '&bound=1'}`
    },
    isGood(id, expires, signature, bound) {
      if (expires === undefined || signature === undefined || expires < Date.now() / 1_000) return false
      const given = Buffer.from(signature, 'base64url')
      const right = sign(id, expires, bound)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
