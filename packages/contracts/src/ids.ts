let lastMs = 0
let counter = 0

/**
 * UUIDv7 (RFC 9562, section 5.7). Within a millisecond, ids of one process sort by a 12-bit counter with a random
 * start below 2048 (section 6.2, method 1). Generated in code, because callers often need an id before its row exists.
 */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  counter = now === lastMs ? counter + 1 : bytes[6]! * 8
  lastMs = now
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(now / 2 ** (8 * (5 - i))) % 256
  bytes[6] = 0x70 | ((counter >> 8) & 0x0f)
  bytes[7] = counter
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function timeOfId(id: string): Date {
  return new Date(parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Check a text with this before a query uses it as an id, because Postgres rejects a malformed UUID with an error. */
export const isId = (text: string): boolean => ID.test(text)
