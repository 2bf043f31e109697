import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice of parameters for argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id. Kept as typed but for Unicode's NFC, so that two keyboards give one password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), OPTIONS)
}

/** Of a password that was made at random and thrown away, by the options above. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$QPQC6f6DmhgpjasUW7GyQw$rbTyTEntQ9egUFFfMuwWxVMo705yUh2FXy2RGIaNNiY'

let verifications = 0

/** How often this process has verified a password: an unknown name must cost as many as a known one. */
export function passwordVerifications(): number {
  return verifications
}

/** Whether the password fits. Without a hash it takes the same time and says no, so that nobody learns who exists. */
export async function passwordFits(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  verifications++
  const fits = await verify(passwordHash ?? NOBODYS, password.normalize('NFC'))
  return fits && Boolean(passwordHash)
}
