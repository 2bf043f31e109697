import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { networkOf, widerNetworkOf } from './client-address.js'
import { fairQueue } from './fair-queue.js'

// OWASP's first choice of parameters for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const cores = availableParallelism()
/**
 * Each keeps a core busy for 8 to 30 ms; a class that signs in together waits some seconds. Where a core is half of the machine it
 * rests for as long: others waited 3.1 times as long beside guesses without an end, 1.7 times so.
 */
const inTurns = fairQueue({
  atOnce: Math.max(1, cores - 1),
  maxWaiting: 1_000,
  maxWaitingOfPath: 300,
  restShare: cores > 2 ? 0 : 1,
})

let hashings = 0

/**
 * Who a password is hashed for: somebody who has shown who they are (by a confirmed address, a link, a browser in which they
 * signed in before), or a stranger's address. Each of the two kinds has every second turn.
 */
export type HashedFor = { person: string } | { address: string }

const pathOf = (by: HashedFor | undefined): string[] => {
  if (!by) return []
  return 'person' in by ? ['people', by.person] : ['strangers', widerNetworkOf(by.address), networkOf(by.address)]
}

/** How often this process has hashed a password, to keep it or to compare: an unknown name must cost as many as a known one. */
export function passwordHashings(): number {
  return hashings
}

/**
 * Hashes a password with argon2id. Kept as typed but for Unicode's NFC, so that two keyboards give one password.
 * @param by whose turn it is; left out by tools
 * @throws QueueFull
 */
export function hashPassword(password: string, by?: HashedFor): Promise<string> {
  hashings++
  return inTurns(pathOf(by), () => hash(password.normalize('NFC'), options))
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
  by?: HashedFor,
): Promise<boolean> {
  hashings++
  const fits = await inTurns(pathOf(by), () => verify(passwordHash ?? NOBODYS, password.normalize('NFC')))
  return fits && Boolean(passwordHash)
}
