import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { fairQueue } from './fair-queue.js'

// OWASP's first choice of parameters for argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const cores = availableParallelism()
/**
 * Each keeps a core busy for 8 to 30 ms; a class that signs in together waits some seconds. Where a core is half of the machine it
 * rests for as long: others waited 3.1 times as long beside guesses without an end, 1.7 times so.
 */
const inTurns = fairQueue({
  atOnce: Math.max(1, cores - 1),
  maxWaiting: 1_000,
  maxWaitingOfKey: 300,
  restShare: cores > 2 ? 0 : 1,
})

let hashings = 0

/** How often this process has hashed a password, to keep it or to compare: an unknown name must cost as many as a known one. */
export function passwordHashings(): number {
  return hashings
}

/**
 * Hashes a password with argon2id. Kept as typed but for Unicode's NFC, so that two keyboards give one password.
 * @param by whom it is done for: a network or a user; each has their turn
 * @throws QueueFull
 */
export function hashPassword(password: string, by = ''): Promise<string> {
  hashings++
  return inTurns(by, () => hash(password.normalize('NFC'), OPTIONS))
}

/** Of a password that was made at random and thrown away, by the options above. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$QPQC6f6DmhgpjasUW7GyQw$rbTyTEntQ9egUFFfMuwWxVMo705yUh2FXy2RGIaNNiY'

/**
 * Whether the password fits. Without a hash it takes the same time and says no, so that nobody learns who exists.
 * @param by as for hashPassword
 * @throws QueueFull
 */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
  by = '',
): Promise<boolean> {
  hashings++
  const fits = await inTurns(by, () => verify(passwordHash ?? NOBODYS, password.normalize('NFC')))
  return fits && Boolean(passwordHash)
}
