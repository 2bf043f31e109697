import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficeCode, officeCodeRoutes } from '@toile/contracts/codes'
import { codeStatuses } from '@toile/contracts/codes.constants'
import { ask } from '../../../api.js'
import { formatDate, formatNumber, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'
import { CodeDeeds } from './CodeDeeds.js'

type List = typeof officeCodeRoutes.listOfficeCodes
type Batches = typeof officeCodeRoutes.listCodeBatches
type VoidMany = typeof officeCodeRoutes.voidCodes

const timeOr = (at: string | null) => (at ? formatTime(at) : '–')

/** Every S code: what it is worth, whose it is, who used it. */
export function CodeList({ add }: { add: ReactNode }) {
  const { t } = useTranslation()
  const columns: ColumnOf<'s-codes', OfficeCode>[] = [
    { name: 'code', label: t('codesOffice.code'), cell: ({ hint }) => <CodeEnding hint={hint} /> },
    {
      name: 'status',
      label: t('codesOffice.status'),
      cell: ({ status }) => (
        <span className="code-status" data-status={status}>
          {t(`codesOffice.statuses.${status}`)}
        </span>
      ),
    },
    {
      name: 'days',
      label: t('codesOffice.days'),
      sortable: true,
      number: true,
      cell: ({ days }) => formatNumber(days),
    },
    { name: 'note', label: t('codesOffice.note'), cell: ({ note }) => note || '–' },
    { name: 'receiver', label: t('codesOffice.receiver'), cell: ({ receiver }) => receiver?.name ?? '–' },
    {
      name: 'receivedAt',
      label: t('codesOffice.receivedAt'),
      sortable: true,
      cell: ({ receivedAt }) => timeOr(receivedAt),
    },
    { name: 'usedBy', label: t('codesOffice.usedBy'), cell: ({ usedBy }) => usedBy?.name ?? '–' },
    { name: 'usedAt', label: t('codesOffice.usedAt'), sortable: true, cell: ({ usedAt }) => timeOr(usedAt) },
    { name: 'voidedAt', label: t('codesOffice.voidedAt'), hidden: true, cell: ({ voidedAt }) => timeOr(voidedAt) },
    {
      name: 'createdAt',
      label: t('codesOffice.createdAt'),
      sortable: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      name: 'deeds',
      label: t('codesOffice.deeds'),
      cell: (code) => (code.status === 'unused' ? <CodeDeeds code={code} /> : null),
    },
  ]
  const statuses = codeStatuses.map((value) => ({ value, label: t(`codesOffice.statuses.${value}`) }))
  const givens = (['true', 'false'] as const).map((value) => ({ value, label: t(`codesOffice.givens.${value}`) }))
  return (
    <OfficeTable
      name="s-codes"
      label={t('codesOffice.title')}
      columns={columns}
      filters={[
        { name: 'status', label: t('codesOffice.status'), options: statuses },
        { name: 'given', label: t('codesOffice.given'), options: givens },
        { name: 'batchId', label: t('codesOffice.batch'), options: useBatchOptions() },
      ]}
      searchLabel={t('codesOffice.searchCodes')}
      load={(asked, signal) => ask<List>('GET', '/backstage/s-codes', asked, { signal })}
      bulk={[
        {
          label: t('codesOffice.voidMany'),
          consequence: (count) => t('codesOffice.voidManyText', { count }),
          done: (count) => t('codesOffice.voidManyDone', { count }),
          asksReason: true,
          run: (wanted) => ask<VoidMany>('POST', '/backstage/s-codes/void', wanted),
        },
      ]}
      nameOf={({ hint }) => t('codesOffice.codeEnding', { hint })}
      empty={<Notice text={t('codesOffice.noCodes')} />}
    >
      {add}
    </OfficeTable>
  )
}

/** All that is left of a code to tell it by. */
function CodeEnding({ hint }: { hint: string }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="visually-hidden">{t('codesOffice.codeEnding', { hint })}</span>
      <span aria-hidden="true">
        ····· <code>{hint}</code>
      </span>
    </>
  )
}

/** The latest hundred batches, to choose one by. */
function useBatchOptions() {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['backstage', 's-code-batches', 'options'],
    queryFn: ({ signal }) => ask<Batches>('GET', '/backstage/s-codes/batches', { pageSize: 100 }, { signal }),
  })
  return (data?.items ?? []).map(({ id, note, days, createdAt }) => ({
    value: id,
    label: t('codesOffice.batchOf', { note: note || t('codesOffice.noNote'), days, date: formatDate(createdAt) }),
  }))
}
