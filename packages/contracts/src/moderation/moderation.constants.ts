import type { TableColumns } from '../backstage/tables.constants.js'
import type { ReportKind } from './reports.constants.js'

/** What moderators decide: reports of one thing, gathered, or somebody's word against a decision. */
export const caseKinds = ['report', 'appeal'] as const
export type CaseKind = (typeof caseKinds)[number]

export const caseStates = ['open', 'mine', 'decided'] as const

/** `clear` empties a profile, `uphold` and `grant` answer an appeal. */
export const decisions = ['dismiss', 'warn', 'hide', 'clear', 'ban', 'uphold', 'grant'] as const
export type Decision = (typeof decisions)[number]

/** What can be decided about each kind of thing that is reported. A message stays where it is: two people have it. */
export const decisionsOn: Record<ReportKind, readonly Decision[]> = {
  work: ['dismiss', 'warn', 'hide', 'ban'],
  comment: ['dismiss', 'warn', 'hide', 'ban'],
  user: ['dismiss', 'warn', 'clear', 'ban'],
  message: ['dismiss', 'warn', 'ban'],
}
export const appealDecisions: readonly Decision[] = ['uphold', 'grant']

/** A case belongs to who took it for so long, by Postgres' clock. */
export const CLAIM_MINUTES = 30
/** Both counted in code points after trimming. */
export const MAX_DECISION_REASON_LENGTH = 1000
export const MAX_APPEAL_LENGTH = 2000
/** The longest ban that ends by itself. */
export const MAX_BAN_DAYS = 3650
/** Of the same author, beside a case. */
export const MAX_EARLIER_CASES = 10
/** Of one case; its count tells of all. */
export const MAX_REPORTS_SHOWN = 50
/** The number of open cases goes no further. */
export const MAX_OPEN_COUNTED = 1000

/** The table of cases of moderation. */
export const caseColumns = {
  thing: {},
  kind: { file: ['kind', 'appeal'] },
  author: {},
  reports: {},
  since: { sort: true },
  state: { file: ['state', 'takenBy', 'takenUntil', 'decidedBy'] },
  decided: { sort: true },
} as const satisfies TableColumns
