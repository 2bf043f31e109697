import type { Language } from '@toile/contracts/languages.constants'
import type { BulkResponse } from '@toile/contracts/backstage/tables'
import { messageText } from '@toile/contracts/words'
import type { BulkOutcome } from '@toile/db/bulk'

export function bulkView({ done, skipped }: BulkOutcome, language: Language): BulkResponse {
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
