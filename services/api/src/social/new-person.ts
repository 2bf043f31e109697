import { randomBytes } from 'node:crypto'
import { cutText } from '@toile/contracts/cut-text'
import { cleanText } from '@toile/contracts/texts'
import { profileLimits, usernameLength } from '@toile/contracts/users/users.constants'
import type { Db } from '@toile/db/client'
import { isNameFree } from '@toile/db/users/users'

/** Leaves room for a hyphen and four random hex digits, which are added if the name is too short or not free. */
const MAX_STEM_LENGTH = usernameLength.max - 5

/** Makes a username and a nickname from a provider's `name`. Locks the names it checks until the transaction ends. */
export async function namesFor(trx: Db, name: string): Promise<{ username: string; nickname: string }> {
  const shown = cleanText(name.replace(/[\p{Cc}\p{Co}\p{Cs}\p{Cn}]/gu, ''))
  const stem = cutText(shown.replace(/\s+/gu, '-').replace(/[^\p{L}\p{N}._-]/gu, ''), MAX_STEM_LENGTH)
  const fits = [...stem].length >= usernameLength.min && (await isNameFree(trx, stem))
  const username = fits ? stem : `${stem || 'stylist'}-${randomBytes(2).toString('hex')}`
  const nickname = cutText(shown, profileLimits.maxNicknameLength)
  return { username, nickname: nickname && (await isNameFree(trx, nickname)) ? nickname : username }
}
