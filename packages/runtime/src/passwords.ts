import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { networkOf, widerNetworkOf } from './client-address.js'
import { fairQueue } from './fair-queue.js'

// OWASP's first recommendation for argon2id: 19 MiB of memory, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const cores = availableParallelism()
/**
 * A hash occupies a core for 8 to 30 ms. On one or two cores, the queue's only slot then rests for the same time, so
 * that endless guesses make other requests only 1.7 instead of 3.1 times slower.
 */
const inTurns = fairQueue({
  atOnce: Math.max(1, cores - 1),
  maxWaiting: 1_000,
  maxWaitingOfPath: 300,
  restShare: cores > 2 ? 0 : 1,
})

let hashings = 0

/** People known by confirmed email, mailed link or browser have turns of their own, so strangers cannot block them. */
export type HashedFor = { person: string } | { address: string }

const pathOf = (by: HashedFor | undefined): string[] => {
  if (!by) return []
  return 'person' in by ? ['people', by.person] : ['strangers', widerNetworkOf(by.address), networkOf(by.address)]
}

/** Number of hashes so far. Tests check that an unknown name costs as many as a known one. */
export function passwordHashings(): number {
  return hashings
}

/** Hashes the NFC form, which is the same on all keyboards. @param by unset for command-line tools @throws QueueFull */
export function hashPassword(password: string, by?: HashedFor): Promise<string> {
  hashings++
  return inTurns(pathOf(by), () => hash(password.normalize('NFC'), options))
}

/** Hash of a random password that nobody knows, with the options above. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$QPQC6f6DmhgpjasUW7GyQw$rbTyTEntQ9egUFFfMuwWxVMo705yUh2FXy2RGIaNNiY'

/** Takes as long without a hash as with one, so that the time does not reveal which users exist. @throws QueueFull */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
  by?: HashedFor,
): Promise<boolean> {
  hashings++
  const fits = await inTurns(pathOf(by), () => verify(passwordHash ?? NOBODYS, password.normalize('NFC')))
  return fits && Boolean(passwordHash)
}
