import type { ColumnType, Generated } from 'kysely'
import type { AuditAction } from '@toile/contracts/audit/audit.constants'
import type { EventType } from '@toile/contracts/reactions'
import type { Params } from '@toile/contracts/failures'
import type { Json } from './json.js'

interface Events {
  id: string
  type: EventType
  subject_id: string
  attempt: Generated<number>
  version: Generated<number>
  params: ColumnType<Params, string | undefined, string>
  created_at: Generated<Date>
  claimed_until: Date | null
  published_at: Date | null
  request_id: string | null
  caused_by: string | null
  traceparent: string | null
}

interface Ticks {
  name: string
  due_at: Date
  claimed_until: Date | null
}

interface IdempotencyKeys {
  user_id: string
  key: string
  route: string
  request_hash: string
  status: number | null
  answer: Json<object | null>
  created_at: Generated<Date>
}

interface Audit {
  id: string
  actor_id: string | null
  action: AuditAction
  subject_kind: string
  subject_id: string | null
  params: ColumnType<Params, string | undefined, string>
  reason: string | null
  /** Only the changed fields. */
  before: Json<Params | null>
  after: Json<Params | null>
  undoes: string | null
  created_at: Generated<Date>
}

export interface EventsTables {
  events: Events
  ticks: Ticks
  idempotency_keys: IdempotencyKeys
  audit: Audit
}
