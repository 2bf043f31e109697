import type { TableColumns } from '../backstage/tables.constants.js'
/** Crockford's base 32, without look-alikes. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 20 characters have 100 random bits. The hint shows 20 of these bits, so 80 stay secret. */
export const CODE_LENGTH = 20
/** Number of last characters that are shown, so that users recognise a code. */
export const CODE_HINT_LENGTH = 4
export const MAX_CODE_DAYS = 3_650
export const MAX_BATCH_CODES = 1_000
export const MAX_BATCH_NOTE_LENGTH = 200
export const CODE_TRIES_PER_HOUR = 10

export const codeStatuses = ['unused', 'used', 'void'] as const
export type CodeStatus = (typeof codeStatuses)[number]

/** Ignores character width, case, dashes and spaces. Reads O, I, L as digits. Undefined if it cannot be a code. */
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

export const spellCode = (code: string) => code.match(/.{5}/g)!.join('-')

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
