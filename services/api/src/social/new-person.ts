import { randomBytes } from 'node:crypto'
import { profileLimits, usernameLength } from '@toile/contracts/users.constants'
import type { Db } from '@toile/db/client'
import { isUsernameFree } from '@toile/db/queries/users'

/** Room for a hyphen and the four letters that tell two of one name apart. */
const MAX_STEM_LENGTH = usernameLength.max - 5

/** Username and nickname for somebody whom a provider calls `name`; the username stays free until the transaction ends. */
export async function namesFor(trx: Db, name: string): Promise<{ username: string; nickname: string }> {
  const shown = [...name.normalize('NFC').replace(/\p{C}/gu, '').trim()]
  const stem = [
    ...shown
      .join('')
      .replace(/\s+/gu, '-')
      .replace(/[^\p{L}\p{N}._-]/gu, ''),
  ]
    .slice(0, MAX_STEM_LENGTH)
    .join('')
  const fits = [...stem].length >= usernameLength.min && (await isUsernameFree(trx, stem))
  const username = fits ? stem : `${stem || 'stylist'}-${randomBytes(2).toString('hex')}`
  return { username, nickname: shown.slice(0, profileLimits.maxNicknameLength).join('') || username }
}
