import { createHash, randomBytes } from 'node:crypto'
import {
  CODE_ALPHABET,
  CODE_HINT_LENGTH,
  CODE_LENGTH,
  foldCode,
  spellCode,
} from '@toile/contracts/software/codes.constants'

export interface FreshCode {
  /** As a person types it. Kept nowhere. */
  code: string
  hash: Buffer
  /** Its last signs. */
  hint: string
}

/** A new S code: 5 bits of the system's own randomness for each sign. */
export function makeCode(): FreshCode {
  const characters = [...randomBytes(CODE_LENGTH)].map((byte) => CODE_ALPHABET[byte & 31]).join('')
  return { code: spellCode(characters), hash: hashOf(characters), hint: characters.slice(-CODE_HINT_LENGTH) }
}

/** What Postgres knows of a typed code, however it is written; undefined for what cannot be one. */
export function hashCode(typed: string): Buffer | undefined {
  const characters = foldCode(typed)
  return characters === undefined ? undefined : hashOf(characters)
}

// No salt and no slow hash: 80 hidden bits cannot be tried through.
const hashOf = (characters: string) => createHash('sha256').update(`s-code:${characters}`).digest()
