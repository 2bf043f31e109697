import { useTranslation } from 'react-i18next'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useSearchParams } from '../../../lib/router.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { TableFilter } from '../table/table.js'
import { auditColumns } from './audit-columns.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import './moderation.css'

await loadNamespaces('audit-fields', 'moderation-backstage')

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

export function AuditPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const only = (name: string, value: string) => setSearch({ [name]: value })
  // A press in a row sets the filter by actor or action, and `?subject=` the filter by subject. Each is shown only
  // while it is set, with its value as the only option, so that the user can remove it.
  const chosen = (name: string, label: string): TableFilter[] => {
    const value = search.get(name)
    return value ? [{ name, label, options: [{ value, label: t('moderation-backstage:auditLog.only') }] }] : []
  }
  return (
    <>
      <PageHeading title={t('moderation-backstage:auditLog.title')} />
      <p className="muted backstage-about">{t('moderation-backstage:auditLog.about')}</p>
      <BackstageTable
        name="audit"
        label={t('moderation-backstage:auditLog.title')}
        columns={auditColumns(t, only)}
        searchLabel={t('moderation-backstage:auditLog.search')}
        filters={[
          {
            name: 'subjectKind',
            label: t('backstage:columns.subject'),
            options: auditSubjects.map((value) => ({
              value,
              label: t(`moderation-backstage:auditLog.subjects.${value}`),
            })),
          },
          { name: 'from', label: t('moderation-backstage:auditLog.from'), kind: 'date' },
          { name: 'to', label: t('moderation-backstage:auditLog.to'), kind: 'date' },
          ...chosen('actor', t('moderation-backstage:auditLog.who')),
          ...chosen('action', t('moderation-backstage:auditLog.action')),
          ...chosen('subject', t('backstage:columns.subject')),
        ]}
        load={(asked, signal) => backstageApi.listAudit(asked, { signal })}
        nameOf={(entry) => entry.sentence}
        empty={<Notice text={t('backstage:overview.noActions')} />}
      />
    </>
  )
}
