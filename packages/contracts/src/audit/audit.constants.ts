import type { TableColumns } from '../backstage/tables.constants.js'
/** Each has a sentence in every locale's audit.json. `undo` is the reverse action (packages/db/src/audit/undo.ts). */
const actions = {
  'account.deleted': {},

  'activity.created': {},
  'activity.changed': {},
  'activity.awarded': {},
  'activity.disqualified': { undo: 'activity.reinstated' },
  'activity.reinstated': { undo: 'activity.disqualified' },
  'activity.announced': {},

  'alert.acknowledged': {},
  'announcement.made': {},
  'announcement.withdrawn': {},

  'appeal.granted': {},
  'appeal.upheld': {},
  'case.claimed': {},
  'case.released': {},
  'evidence.seen': {},
  'report.accepted': {},
  'report.dismissed': {},
  'user.warned': { undo: 'user.unwarned' },
  'user.unwarned': { undo: 'user.warned' },
  'user.cleared': { undo: 'user.restored' },
  'user.restored': { undo: 'user.cleared' },

  'categories.ordered': {},
  'category.added': {},
  'category.renamed': {},
  'category.hidden': { undo: 'category.shown' },
  'category.shown': { undo: 'category.hidden' },

  'code.given': {},
  'code.voided': {},
  'codes.made': {},

  'creator.featured': { undo: 'creator.unfeatured' },
  'creator.unfeatured': { undo: 'creator.featured' },

  'course.made': {},
  'course.changed': {},
  'course.deleted': {},
  'course.published': { undo: 'course.withdrawn' },
  'course.withdrawn': { undo: 'course.published' },

  'device.unbound': {},

  'export.requested': {},
  'export.made': {},

  'job.retried': {},
  'job.removed': {},
  'job.promoted': {},
  'jobs.retried': {},
  'jobs.stopped': {},

  'market.made': {},
  'market.changed': {},
  'market.deleted': {},
  'market.published': { undo: 'market.withdrawn' },
  'market.withdrawn': { undo: 'market.published' },

  'media.remade': {},

  'package.published': { undo: 'package.withdrawn' },
  'package.changed': {},
  'package.withdrawn': { undo: 'package.published' },

  'queue.paused': {},
  'queue.resumed': {},
  'queue.concurrency': {},
  'worker.drained': {},
  'worker.undrained': {},

  'tenant.made': {},
  'tenant.changed': {},
  'tenant.deleted': {},
  'tenant.suspended': { undo: 'tenant.resumed' },
  'tenant.resumed': { undo: 'tenant.suspended' },
  'tenant.member_added': { undo: 'tenant.member_removed' },
  'tenant.member_removed': { undo: 'tenant.member_added' },

  'user.promoted': { undo: 'user.demoted' },
  'user.demoted': { undo: 'user.promoted' },
  'user.banned': { undo: 'user.unbanned' },
  'user.unbanned': { undo: 'user.banned' },
  'user.viewed': {},
  'user.signedOut': {},
  'user.emailVerified': {},
  'user.passwordLinkSent': {},

  'comment.hidden': { undo: 'comment.unhidden' },
  'comment.unhidden': { undo: 'comment.hidden' },
  'work.hidden': { undo: 'work.unhidden' },
  'work.unhidden': { undo: 'work.hidden' },
  'work.featured': { undo: 'work.unfeatured' },
  'work.unfeatured': { undo: 'work.featured' },
  'work.messaged': {},
} as const satisfies Record<string, { undo?: string }>

export type AuditAction = keyof typeof actions
/** The parts after the dot in all actions of a kind, for example 'made' and 'withdrawn' for `announcement`. */
export type FactOf<Kind extends string> = {
  [D in AuditAction]: D extends `${Kind}.${infer Fact}` ? Fact : never
}[AuditAction]

export const auditActions = Object.keys(actions) as AuditAction[]

export type Undoable = {
  [D in AuditAction]: (typeof actions)[D] extends { undo: string } ? D : never
}[AuditAction]

export function undoOf(action: AuditAction): AuditAction | undefined {
  const { undo }: { undo?: AuditAction } = actions[action]
  return undo
}

export const auditColumns = {
  at: { sort: true },
  sentence: { file: ['sentence', 'subjectKind', 'subject', 'params'] },
  changes: { file: ['before', 'after'] },
  reason: {},
  actor: { sort: true },
  action: { sort: true },
  undo: { file: ['undone'] },
} as const satisfies TableColumns
