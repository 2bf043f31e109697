import type { TableColumns } from '../backstage/tables.constants.js'
/** Crockford's 32 signs: none of them is taken for another one. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 100 random bits; 80 of them stay hidden beside the signs that are shown. */
export const CODE_LENGTH = 20
/** The last signs of a code, by which people tell their codes apart. */
export const CODE_HINT_LENGTH = 4
export const MAX_CODE_DAYS = 3_650
/** Made together. */
export const MAX_BATCH_CODES = 1_000
export const MAX_BATCH_NOTE_LENGTH = 200
/** So many codes a person may type within an hour. */
export const CODE_TRIES_PER_HOUR = 10

export const codeStatuses = ['unused', 'used', 'void'] as const
export type CodeStatus = (typeof codeStatuses)[number]

/**
 * A typed code in the one form that is compared: full-width signs, small letters, dashes, spaces and the letters that
 * look like digits are what was meant. Undefined for what cannot be a code.
 */
export function foldCode(typed: string): string | undefined {
  const characters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{White_Space}\p{Pd}\p{Default_Ignorable_Code_Point}\u2212]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return characters.length === CODE_LENGTH && [...characters].every((character) => CODE_ALPHABET.includes(character))
    ? characters
    : undefined
}

/** As codes are written for people: four groups of five. */
export const spellCode = (code: string) => code.match(/.{5}/g)!.join('-')

/** The table of S codes. */
export const codeColumns = {
  code: {},
  status: {},
  days: { sort: true },
  note: {},
  receiver: {},
  receivedAt: { sort: true },
  usedBy: {},
  usedAt: { sort: true },
  voidedAt: {},
  createdAt: { sort: true },
  actions: { file: [] },
} as const satisfies TableColumns

/** The table of batches of S codes. */
export const batchColumns = {
  note: {},
  days: { sort: true },
  count: { sort: true },
  used: { sort: true },
  void: {},
  left: {},
  maker: {},
  createdAt: { sort: true },
  actions: { file: [] },
} as const satisfies TableColumns
