import { createHash, randomBytes } from 'node:crypto'
import {
  CODE_ALPHABET,
  CODE_HINT_LENGTH,
  CODE_LENGTH,
  foldCode,
  spellCode,
} from '@toile/contracts/software/codes.constants'

export interface FreshCode {
  code: string
  hash: Buffer
  hint: string
}

export function makeCode(): FreshCode {
  const characters = [...randomBytes(CODE_LENGTH)].map((byte) => CODE_ALPHABET[byte & 31]).join('')
  return { code: spellCode(characters), hash: hashOf(characters), hint: characters.slice(-CODE_HINT_LENGTH) }
}

/** The hash that is stored for a code. Undefined if the text does not have the form of a code. */
export function hashCode(typed: string): Buffer | undefined {
  const characters = foldCode(typed)
  return characters === undefined ? undefined : hashOf(characters)
}

// Needs neither a salt nor a slow hash, because 80 secret bits are too many to try.
const hashOf = (characters: string) => createHash('sha256').update(`s-code:${characters}`).digest()
