import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeBatch, officeCodeRoutes } from '@toile/contracts/codes'
import { ask } from '../../../api.js'
import { ButtonLink } from '../../../ui/Button.js'
import { formatNumber, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { toast } from '../../../ui/toasts.js'
import { DeedButton } from '../deeds/DeedButton.js'
import { officePaths } from '../office-paths.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'

type List = typeof officeCodeRoutes.listCodeBatches

/** The batches that codes were made in, with what became of theirs. */
export function BatchList({ add }: { add: ReactNode }) {
  const { t } = useTranslation()
  const number = (name: 'days' | 'count' | 'used', sortable = true): ColumnOf<'s-code-batches', CodeBatch> => ({
    name,
    label: t(`codesOffice.${name}`),
    number: true,
    ...(sortable && { sortable }),
    cell: (row) => formatNumber(row[name]),
  })
  const columns: ColumnOf<'s-code-batches', CodeBatch>[] = [
    { name: 'note', label: t('codesOffice.note'), cell: ({ note }) => note || t('codesOffice.noNote') },
    number('days'),
    number('count'),
    number('used'),
    { name: 'void', label: t('codesOffice.voidCount'), number: true, cell: (row) => formatNumber(row.void) },
    { name: 'left', label: t('codesOffice.left'), number: true, cell: (row) => formatNumber(leftOf(row)) },
    { name: 'maker', label: t('codesOffice.maker'), cell: ({ maker }) => maker?.name ?? '–' },
    {
      name: 'createdAt',
      label: t('codesOffice.createdAt'),
      sortable: true,
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    { name: 'deeds', label: t('codesOffice.deeds'), cell: (batch) => <BatchDeeds batch={batch} /> },
  ]
  return (
    <OfficeTable
      name="s-code-batches"
      label={t('codesOffice.lists.batches')}
      columns={columns}
      searchLabel={t('codesOffice.searchBatches')}
      load={(asked, signal) => ask<List>('GET', '/backstage/s-codes/batches', asked, { signal })}
      nameOf={({ note }) => note || t('codesOffice.noNote')}
      empty={<Notice text={t('codesOffice.noBatches')} />}
    >
      {add}
    </OfficeTable>
  )
}

const leftOf = (batch: CodeBatch) => batch.count - batch.used - batch.void

function BatchDeeds({ batch }: { batch: CodeBatch }) {
  const { t } = useTranslation()
  const left = leftOf(batch)
  return (
    <div className="code-deeds">
      <ButtonLink className="button-small" to={officePaths.codes({ batchId: batch.id })}>
        {t('codesOffice.show')}
      </ButtonLink>
      {left > 0 && (
        <DeedButton
          label={t('codesOffice.voidBatch')}
          consequence={t('codesOffice.voidManyText', { count: left })}
          asksReason
          deed={async (reason) => {
            const path = `/backstage/s-codes/batches/${batch.id}/void` as const
            const { done } = await ask<typeof officeCodeRoutes.voidBatch>('POST', path, { reason })
            toast('success', t('codesOffice.voidManyDone', { count: done }))
          }}
        />
      )}
    </div>
  )
}
