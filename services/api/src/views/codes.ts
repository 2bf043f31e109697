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
    id: row.id,
    batchId: row.batch_id,
    note: row.note,
    hint: row.hint,
    days: row.days,
    status: row.status,
    receiver: person(row.holder_id, row.holder_name),
    receivedAt: time(row.received_at),
    usedBy: person(row.used_by, row.used_by_name),
    usedAt: time(row.used_at),
    voidedAt: time(row.voided_at),
    createdAt: row.created_at.toISOString(),
  }
}

export function batchView({ created_at, maker_id, maker_name, ...row }: BatchRow): CodeBatch {
  return { ...row, maker: person(maker_id, maker_name), createdAt: created_at.toISOString() }
}
