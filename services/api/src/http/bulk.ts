import type { BulkResponse } from '@toile/contracts/backstage/tables'
import type { Language } from '@toile/contracts/languages.constants'
import { messageText } from '@toile/contracts/words'
import { inBulk } from '@toile/db/bulk'
import type { Db } from '@toile/db/client'
import type { User } from '@toile/db/users/users'

interface BulkCall {
  db: Db
  user: User
  body: { ids: readonly string[]; dryRun?: boolean; reason: string }
  language: Language
}

/** Runs `action` for each id of the body, in one transaction. A refused id is skipped. A dry run changes nothing. */
export async function bulk(
  { db, user, body: { ids, dryRun = false, reason }, language }: BulkCall,
  action: (trx: Db, target: { id: string; actorId: string; reason: string }) => Promise<unknown>,
): Promise<BulkResponse> {
  const act = (trx: Db, id: string) => action(trx, { id, actorId: user.id, reason })
  const { done, skipped } = await inBulk(db, ids, { dryRun }, act)
  return {
    done,
    skipped: skipped.map(({ id, error: { code, params } }) => ({
      id,
      code,
      params,
      message: messageText(code, params, language),
    })),
  }
}
