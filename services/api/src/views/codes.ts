import type { CodeBatch, Entitlement, BackstageCode, SCode } from '@toile/contracts/software/codes'
import type { CodeStatus } from '@toile/contracts/software/codes.constants'
import type { CodeRow, findEntitlement } from '@toile/db/software/codes'
import type { BatchRow, BackstageCodeRow } from '@toile/db/software/codes-backstage'

const time = (at: Date | null) => at?.toISOString() ?? null
const person = (id: string | null, name: string | null) => (id ? { id, name: name ?? '' } : null)

function codeStatus(row: CodeRow): CodeStatus {
  if (row.voidedAt) return 'void'
  return row.usedAt ? 'used' : 'unused'
}

export function codeView(row: CodeRow): SCode {
  return {
    id: row.id,
    hint: row.hint,
    days: row.days,
    receivedAt: row.receivedAt.toISOString(),
    status: codeStatus(row),
    usedBy: person(row.usedBy, row.usedByName),
    usedAt: time(row.usedAt),
    startsAt: time(row.startsAt),
    endsAt: time(row.endsAt),
    daysLeft: row.daysLeft,
  }
}

export function entitlementView(row: Awaited<ReturnType<typeof findEntitlement>>): Entitlement | null {
  return row ? { ...row, until: row.until.toISOString() } : null
}

export function backstageCodeView(row: BackstageCodeRow): BackstageCode {
  return {
    ...row,
    receivedAt: time(row.receivedAt),
    usedAt: time(row.usedAt),
    voidedAt: time(row.voidedAt),
    createdAt: row.createdAt.toISOString(),
  }
}

export function batchView(row: BatchRow): CodeBatch {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
