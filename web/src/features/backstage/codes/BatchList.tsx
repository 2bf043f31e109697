import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeBatch } from '@toile/contracts/software/codes'
import { backstageApi } from '../../../lib/backstage-api.js'
import { ButtonLink } from '../../../ui/Button.js'
import { formatNumber, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { backstagePaths } from '../backstage-paths.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'

export function BatchList({ add }: { add: ReactNode }) {
  const { t } = useTranslation()
  const number = (name: 'days' | 'count' | 'used'): ColumnOf<'s-code-batches', CodeBatch> => ({
    name,
    label: t(`codes-backstage:codesBackstage.${name}`),
    number: true,
    cell: (row) => formatNumber(row[name]),
  })
  const columns: ColumnOf<'s-code-batches', CodeBatch>[] = [
    {
      name: 'note',
      label: t('codes-backstage:codesBackstage.note'),
      cell: ({ note }) => note || t('codes-backstage:codesBackstage.noNote'),
    },
    number('days'),
    number('count'),
    number('used'),
    {
      name: 'void',
      label: t('codes-backstage:codesBackstage.voidCount'),
      number: true,
      cell: (row) => formatNumber(row.void),
    },
    {
      name: 'left',
      label: t('codes-backstage:codesBackstage.left'),
      number: true,
      cell: (row) => formatNumber(leftOf(row)),
    },
    { name: 'maker', label: t('codes-backstage:codesBackstage.maker'), cell: ({ maker }) => maker?.name ?? '–' },
    {
      name: 'createdAt',
      label: t('codes-backstage:codesBackstage.createdAt'),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    {
      name: 'actions',
      label: t('backstage:columns.actions'),
      cell: (batch) => <BatchActions batch={batch} />,
    },
  ]
  return (
    <BackstageTable
      name="s-code-batches"
      label={t('codes-backstage:codesBackstage.lists.batches')}
      columns={columns}
      searchLabel={t('codes-backstage:codesBackstage.searchBatches')}
      load={(asked, signal) => backstageApi.listCodeBatches(asked, { signal })}
      nameOf={({ note }) => note || t('codes-backstage:codesBackstage.noNote')}
      empty={<Notice text={t('codes-backstage:codesBackstage.noBatches')} />}
    >
      {add}
    </BackstageTable>
  )
}

const leftOf = (batch: CodeBatch) => batch.count - batch.used - batch.void

function BatchActions({ batch }: { batch: CodeBatch }) {
  const { t } = useTranslation()
  const left = leftOf(batch)
  return (
    <div className="backstage-actions">
      <ButtonLink className="button-small" to={backstagePaths.codes({ batchId: batch.id })}>
        {t('codes-backstage:codesBackstage.show')}
      </ButtonLink>
      {left > 0 && (
        <ActionButton
          label={t('codes-backstage:codesBackstage.voidBatch')}
          consequence={t('codes-backstage:codesBackstage.voidManyText', { count: left })}
          asksReason
          action={async (reason) => {
            const { done } = await backstageApi.voidBatch({ id: batch.id, reason })
            toast('success', t('codes-backstage:codesBackstage.voidManyDone', { count: done }))
          }}
        />
      )}
    </div>
  )
}
