import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.js'

const LINK_SECONDS = 600

interface FileRef {
  id: string
  /** Only for the address bar and the saved file. The id alone selects the file. */
  name: string
  public: boolean
}

export interface Links {
  /**
   * The link of a public file is not signed and works while the file is public. Other links are signed and last ten
   * minutes or `seconds`, plus up to a minute. A link with `bound` is valid only if isGood() gets the same `bound`.
   */
  file(file: FileRef, lasting?: { seconds: number; bound?: string }): string
  isGood(id: string, expires: number | undefined, signature: string | undefined, bound?: string): boolean
}

/** Signs with a key derived from `config.secret`, so that a link's signature reveals nothing about sessions. */
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
      // Expires at a whole minute, so that requests within a minute give the same link and the browser's cache works.
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
