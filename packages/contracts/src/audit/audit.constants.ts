import type en from '../../locales/en/audit.json'
import type { TableColumns } from '../backstage/tables.constants.js'

export type AuditAction = keyof typeof en.actions
/** The parts after the dot in all actions of a kind, for example 'made' and 'withdrawn' for `announcement`. */
export type FactOf<Kind extends string> = {
  [D in AuditAction]: D extends `${Kind}.${infer Fact}` ? Fact : never
}[AuditAction]

/** Undoing one action of a pair writes the other, or restores a replaced ban (packages/db/src/audit/undo.ts). */
const undoPairs = [
  ['activity.disqualified', 'activity.reinstated'],
  ['user.warned', 'user.unwarned'],
  ['user.cleared', 'user.restored'],
  ['category.hidden', 'category.shown'],
  ['creator.featured', 'creator.unfeatured'],
  ['course.published', 'course.withdrawn'],
  ['market.published', 'market.withdrawn'],
  ['package.published', 'package.withdrawn'],
  ['tenant.suspended', 'tenant.resumed'],
  ['tenant.member_added', 'tenant.member_removed'],
  ['user.promoted', 'user.demoted'],
  ['user.banned', 'user.unbanned'],
  ['comment.hidden', 'comment.unhidden'],
  ['work.hidden', 'work.unhidden'],
  ['work.featured', 'work.unfeatured'],
] as const satisfies readonly (readonly [AuditAction, AuditAction])[]
export type Undoable = (typeof undoPairs)[number][number]

export function undoOf(action: AuditAction): AuditAction | undefined {
  return undoPairs.find((pair) => pair.some((name) => name === action))?.find((name) => name !== action)
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
