import type { TableColumns } from '../backstage/tables.constants.js'
import type { ReportKind } from './reports.constants.js'

export const caseKinds = ['report', 'appeal'] as const
export type CaseKind = (typeof caseKinds)[number]

export const caseStates = ['open', 'mine', 'decided'] as const

/** `clear` empties a profile. `uphold` and `grant` answer an appeal. */
export const decisions = ['dismiss', 'warn', 'hide', 'clear', 'ban', 'uphold', 'grant'] as const
export type Decision = (typeof decisions)[number]

/** There is no `hide` for messages, because both users of the conversation already have the message. */
export const decisionsOn: Record<ReportKind, readonly Decision[]> = {
  work: ['dismiss', 'warn', 'hide', 'ban'],
  comment: ['dismiss', 'warn', 'hide', 'ban'],
  user: ['dismiss', 'warn', 'clear', 'ban'],
  message: ['dismiss', 'warn', 'ban'],
}
export const appealDecisions: readonly Decision[] = ['uphold', 'grant']

/** How long a claim lasts, by Postgres' clock. */
export const CLAIM_MINUTES = 30
/** The next two limits count code points after trimming. */
export const MAX_DECISION_REASON_LENGTH = 1000
export const MAX_APPEAL_LENGTH = 2000
/** Longest temporary ban. */
export const MAX_BAN_DAYS = 3650
export const MAX_EARLIER_CASES = 10
/** Maximum number of reports listed per case. The case's count includes all reports. */
export const MAX_REPORTS_SHOWN = 50
export const MAX_OPEN_COUNTED = 1000

export const caseColumns = {
  thing: {},
  kind: { file: ['kind', 'appeal'] },
  author: {},
  reports: {},
  since: { sort: true },
  state: { file: ['state', 'takenBy', 'takenUntil', 'decidedBy'] },
  decided: { sort: true },
} as const satisfies TableColumns
