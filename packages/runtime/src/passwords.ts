import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice of parameters for argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id. Kept as typed but for Unicode's NFC, so that two keyboards give one password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), OPTIONS)
}

let dummy: Promise<string> | undefined

/** Whether the password fits. Without a hash it takes the same time and says no, so that nobody learns who exists. */
export async function passwordFits(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password')
  const fits = await verify(passwordHash ?? (await dummy), password.normalize('NFC'))
  return fits && Boolean(passwordHash)
}
