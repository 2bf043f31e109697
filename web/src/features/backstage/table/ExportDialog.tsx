import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableExport } from '@toile/contracts/backstage/table-exports'
import { EXPORTS_PER_HOUR, MAX_EXPORT_ROWS } from '@toile/contracts/backstage/table-exports.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { Form } from '../../../ui/forms/Form.js'
import { formatNumber } from '../../../ui/format.js'
import { ProblemText } from '../../../ui/ProblemText.js'
import { DialogEnd } from '../../../ui/dialogs/DialogEnd.js'
import { ExportProgress } from './ExportProgress.js'
import type { TableFilter } from './table.js'
import type { TableState } from './use-table.js'

export interface ExportableTable {
  name: string
  label: string
  state: TableState
  filters: readonly TableFilter[]
  columns: readonly string[]
  total: number
}

export function ExportDialog({ list, onClose }: { list: ExportableTable; onClose: () => void }) {
  const { t } = useTranslation()
  const [tableExport, setTableExport] = useState<TableExport>()
  return (
    <Modal title={t('backstage:export.title', { list: list.label })} onClose={onClose}>
      {tableExport ? (
        <ExportProgress asked={tableExport} total={list.total} onClose={onClose} />
      ) : (
        <ExportForm list={list} onCreated={setTableExport} onClose={onClose} />
      )}
    </Modal>
  )
}

function ExportForm({
  list,
  onCreated,
  onClose,
}: {
  list: ExportableTable
  onCreated: (tableExport: TableExport) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { name, columns, total } = list
  const { sort, order, filters } = list.state

  const query = { ...filters, ...(sort && { sort }), ...(order && { order }) }
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => backstageApi.createExport({ table: name, query, columns: [...columns] }),
    meta: { showsError: true },
    onSuccess: (tableExport) => onCreated(tableExport),
  })
  return (
    <Form submit={() => mutate()}>
      <div className="action-consequence">
        <p>{t('backstage:export.rows', { count: total, total: formatNumber(Math.min(total, MAX_EXPORT_ROWS)) })}</p>
        <p>{useFilterText(list)}</p>
        {total > MAX_EXPORT_ROWS && <p>{t('backstage:export.cutAt', { most: formatNumber(MAX_EXPORT_ROWS) })}</p>}
      </div>
      <ProblemText text={error?.message} />
      <p className="muted action-noted">{t('backstage:export.noted', { count: EXPORTS_PER_HOUR })}</p>
      <DialogEnd label={t('backstage:export.start')} busy={isPending} onCancel={onClose} />
    </Form>
  )
}

function useFilterText({ state, filters }: ExportableTable): string {
  const { t } = useTranslation()
  const named = Object.entries(state.filters).map(([name, value]) => {
    if (name === 'q') return `“${value}”`
    const filter = filters.find((one) => one.name === name)
    const chosen = filter && filter.kind !== 'date' ? filter.options.find((one) => one.value === value)?.label : value
    return `${filter?.label ?? name}: ${chosen ?? value}`
  })
  return named.length > 0 ? t('backstage:export.filtered', { filter: named.join(' · ') }) : t('backstage:export.whole')
}
