import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AuditEntry, auditRoutes } from '@toile/contracts/audit'
import { ask } from '../../api.js'
import { officePaths } from './office-paths.js'
import { useSearchParams } from '../../router.js'
import { ButtonLink } from '../../ui/Button.js'
import { formatNumber, formatTime } from '../../ui/format.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import './audit.css'

const PAGE_SIZE = 50

/** Who did what, the latest first. */
export function AuditPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const list = useQuery({
    queryKey: ['backstage', 'audit', page],
    queryFn: ({ signal }) =>
      ask<typeof auditRoutes.listAudit>('GET', '/backstage/audit', { page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data } = list
  return (
    <>
      <PageHeading title={t('queues.audit.title')} />
      <p className="muted audit-about">{t('queues.audit.about')}</p>
      {list.isError && (
        <LoadFailed text={t('queues.audit.failed')} reason={list.error.message} retry={() => void list.refetch()} />
      )}
      {!data && !list.isError && <Skeleton height={320} />}
      {data?.total === 0 && <Notice text={t('queues.audit.empty')} />}
      {data && data.total > 0 && (
        <>
          <table className="office-table">
            <caption className="visually-hidden">{t('queues.audit.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('queues.audit.at')}</th>
                <th scope="col">{t('queues.audit.who')}</th>
                <th scope="col">{t('queues.audit.what')}</th>
                <th scope="col">{t('queues.audit.of')}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((entry) => (
                <tr key={entry.id}>
                  <td className="audit-at">{formatTime(entry.at)}</td>
                  <td>{entry.actor || '–'}</td>
                  <td>
                    <code>{entry.action}</code>
                  </td>
                  <td className="audit-of">{detailsOf(entry)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="office-more">
            {page > 1 && <ButtonLink to={officePaths.audit(page - 1)}>{t('queues.audit.later')}</ButtonLink>}
            {page * PAGE_SIZE < data.total && (
              <ButtonLink to={officePaths.audit(page + 1)}>{t('queues.audit.earlier')}</ButtonLink>
            )}
            <span className="muted tabular">{t('queues.audit.total', { total: formatNumber(data.total) })}</span>
          </div>
        </>
      )}
    </>
  )
}

function detailsOf({ subjectKind, subjectId, params }: AuditEntry): string {
  const given = Object.entries(params).map(([name, value]) => `${name}: ${value}`)
  return [...given, ...(subjectId ? [`${subjectKind} ${subjectId}`] : [])].join(' · ')
}
