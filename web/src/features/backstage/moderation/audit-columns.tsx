import type { TFunction } from 'i18next'
import type { AuditEntry } from '@toile/contracts/audit/audit'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link } from '../../../lib/router.js'
import { formatTime } from '../../../ui/format.js'
import { TextButton } from '../../../ui/TextButton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { backstagePaths } from '../backstage-paths.js'
import type { ColumnOf } from '../table/table.js'
import { Changes } from './Changes.js'

/** `only(name, value)` replaces all filters with a single filter by actor or by action. */
export function auditColumns(
  t: TFunction,
  only: (name: string, value: string) => void,
): ColumnOf<'audit', AuditEntry>[] {
  return [
    {
      name: 'at',
      label: t('backstage:columns.time'),
      cell: ({ at }) => <span className="tabular audit-at">{formatTime(at)}</span>,
    },
    {
      name: 'sentence',
      label: t('moderation-backstage:auditLog.what'),
      cell: (entry) => {
        const path = pathOf(entry)
        return <span className="audit-what">{path ? <Link to={path}>{entry.sentence}</Link> : entry.sentence}</span>
      },
    },
    { name: 'changes', label: t('moderation-backstage:auditLog.changes'), cell: (entry) => <Changes entry={entry} /> },
    {
      name: 'reason',
      label: t('backstage:action.reason'),
      cell: ({ reason }) => <span className="audit-why">{reason}</span>,
    },
    {
      name: 'actor',
      label: t('moderation-backstage:auditLog.who'),
      cell: ({ actor, actorId }) =>
        actorId ? <TextButton onClick={() => only('actor', actorId)}>{actor}</TextButton> : '–',
    },
    {
      name: 'action',
      label: t('moderation-backstage:auditLog.action'),
      hidden: true,
      cell: ({ action }) => (
        <TextButton onClick={() => only('action', action)}>
          <code>{action}</code>
        </TextButton>
      ),
    },
    {
      name: 'undo',
      label: t('common.undo'),
      cell: (entry) =>
        entry.undoable ? (
          <ActionButton
            label={t('common.undo')}
            consequence={t('moderation-backstage:auditLog.undoMeans', { sentence: entry.sentence })}
            asksReason
            action={async (reason) => {
              await backstageApi.undoAction({ id: entry.id, reason })
              toast('success', t('moderation-backstage:auditLog.done'))
            }}
          />
        ) : (
          entry.undoneBy && <span className="muted">{t('moderation-backstage:auditLog.undone')}</span>
        ),
    },
  ]
}

function pathOf({ subjectKind, subjectId }: AuditEntry): string | undefined {
  if (!subjectId) return undefined
  switch (subjectKind) {
    case 'work':
    case 'user':
    case 'upload':
      return backstagePaths.timeline(subjectKind, subjectId)
    case 'case':
      return backstagePaths.reports({ case: subjectId })
    case 'comment':
      return backstagePaths.reports({ subject: subjectId, state: 'decided' })
    default:
      return undefined
  }
}
