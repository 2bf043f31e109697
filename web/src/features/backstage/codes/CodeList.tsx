import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageCode } from '@toile/contracts/software/codes'
import { codeStatuses } from '@toile/contracts/software/codes.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { formatDate, formatNumber, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { CodeActions } from './CodeActions.js'

const timeOr = (at: string | null) => (at ? formatTime(at) : '–')

export function CodeList({ add }: { add: ReactNode }) {
  const { t } = useTranslation()
  const columns: ColumnOf<'s-codes', BackstageCode>[] = [
    { name: 'code', label: t('codes-backstage:codesBackstage.code'), cell: ({ hint }) => <CodeEnding hint={hint} /> },
    {
      name: 'status',
      label: t('codes-backstage:codesBackstage.status'),
      cell: ({ status }) => (
        <span className="use-mark" data-state={status}>
          {t(`codes-backstage:codesBackstage.statuses.${status}`)}
        </span>
      ),
    },
    {
      name: 'days',
      label: t('codes-backstage:codesBackstage.days'),
      number: true,
      cell: ({ days }) => formatNumber(days),
    },
    { name: 'note', label: t('codes-backstage:codesBackstage.note'), cell: ({ note }) => note || '–' },
    {
      name: 'receiver',
      label: t('codes-backstage:codesBackstage.receiver'),
      cell: ({ receiver }) => receiver?.name ?? '–',
    },
    {
      name: 'receivedAt',
      label: t('codes-backstage:codesBackstage.receivedAt'),
      cell: ({ receivedAt }) => timeOr(receivedAt),
    },
    { name: 'usedBy', label: t('codes-backstage:codesBackstage.usedBy'), cell: ({ usedBy }) => usedBy?.name ?? '–' },
    { name: 'usedAt', label: t('codes-backstage:codesBackstage.usedAt'), cell: ({ usedAt }) => timeOr(usedAt) },
    {
      name: 'voidedAt',
      label: t('codes-backstage:codesBackstage.voidedAt'),
      hidden: true,
      cell: ({ voidedAt }) => timeOr(voidedAt),
    },
    {
      name: 'createdAt',
      label: t('codes-backstage:codesBackstage.createdAt'),
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      name: 'actions',
      label: t('backstage:columns.actions'),
      cell: (code) => (code.status === 'unused' ? <CodeActions code={code} /> : null),
    },
  ]
  const statuses = codeStatuses.map((value) => ({
    value,
    label: t(`codes-backstage:codesBackstage.statuses.${value}`),
  }))
  const givens = (['true', 'false'] as const).map((value) => ({
    value,
    label: t(`codes-backstage:codesBackstage.givens.${value}`),
  }))
  return (
    <BackstageTable
      name="s-codes"
      label={t('codes-backstage:codesBackstage.title')}
      columns={columns}
      filters={[
        { name: 'status', label: t('codes-backstage:codesBackstage.status'), options: statuses },
        { name: 'given', label: t('codes-backstage:codesBackstage.given'), options: givens },
        { name: 'batchId', label: t('codes-backstage:codesBackstage.batch'), options: useBatchOptions() },
      ]}
      searchLabel={t('codes-backstage:codesBackstage.searchCodes')}
      load={(asked, signal) => backstageApi.listBackstageCodes(asked, { signal })}
      bulk={[
        {
          label: t('codes-backstage:codesBackstage.voidMany'),
          consequence: (count) => t('codes-backstage:codesBackstage.voidManyText', { count }),
          done: (count) => t('codes-backstage:codesBackstage.voidManyDone', { count }),
          asksReason: true,
          run: (wanted) => backstageApi.voidCodes(wanted),
        },
      ]}
      nameOf={({ hint }) => t('codes-backstage:codesBackstage.codeEnding', { hint })}
      empty={<Notice text={t('codes-backstage:codesBackstage.noCodes')} />}
    >
      {add}
    </BackstageTable>
  )
}

function CodeEnding({ hint }: { hint: string }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="visually-hidden">{t('codes-backstage:codesBackstage.codeEnding', { hint })}</span>
      <span aria-hidden="true">
        ····· <code>{hint}</code>
      </span>
    </>
  )
}

function useBatchOptions() {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['backstage', 's-code-batches', 'options'],
    queryFn: ({ signal }) => backstageApi.listCodeBatches({ pageSize: 100 }, { signal }),
  })
  return (data?.items ?? []).map(({ id, note, days, createdAt }) => ({
    value: id,
    label: t('codes-backstage:codesBackstage.batchOf', {
      note: note || t('codes-backstage:codesBackstage.noNote'),
      days,
      date: formatDate(createdAt),
    }),
  }))
}
