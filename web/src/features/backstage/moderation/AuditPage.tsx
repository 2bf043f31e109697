import { useTranslation } from 'react-i18next'
import { ask } from '../../../lib/api.js'
import { useSearchParams } from '../../../lib/router.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { TableFilter } from '../table/table.js'
import { auditColumns } from './audit-columns.js'
import './words.js'
import './moderation.css'
import * as auditRoutes from '@toile/contracts/audit/audit.paths'

/** What of the log can be looked at alone, besides by words and days. */
const auditSubjects = [
  'work',
  'comment',
  'user',
  'case',
  'activity',
  'course',
  'market',
  'package',
  's_code',
  'code_batch',
  'device',
  'tenant',
  'category',
  'announcement',
  'export',
  'alert',
  'queue',
  'job',
  'worker',
] as const

/** Who did what, in sentences, the latest first. A press on a person or an action shows only theirs. */
export function AuditPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const only = (name: string, value: string) => setSearch({ [name]: value })
  // Chosen in a row, not from a list: there it stands alone, to be taken away again.
  const chosen = (name: string, label: string): TableFilter[] => {
    const value = search.get(name)
    return value ? [{ name, label, options: [{ value, label: t('auditLog.only') }] }] : []
  }
  return (
    <>
      <PageHeading title={t('auditLog.title')} />
      <p className="muted backstage-about">{t('auditLog.about')}</p>
      <BackstageTable
        name="audit"
        label={t('auditLog.title')}
        columns={auditColumns(t, only)}
        searchLabel={t('auditLog.search')}
        filters={[
          {
            name: 'subjectKind',
            label: t('auditLog.thing'),
            options: auditSubjects.map((value) => ({ value, label: t(`auditLog.subjects.${value}`) })),
          },
          { name: 'from', label: t('auditLog.from'), kind: 'date' },
          { name: 'to', label: t('auditLog.to'), kind: 'date' },
          ...chosen('actor', t('auditLog.who')),
          ...chosen('action', t('auditLog.action')),
          ...chosen('subject', t('auditLog.thing')),
        ]}
        load={(asked, signal) => ask(auditRoutes.listAudit)(asked, { signal })}
        nameOf={(entry) => entry.sentence}
        empty={<Notice text={t('auditLog.empty')} />}
      />
    </>
  )
}
