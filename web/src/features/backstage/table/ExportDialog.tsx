import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableExport } from '@toile/contracts/backstage/table-exports'
import { EXPORTS_PER_HOUR, MAX_EXPORT_ROWS } from '@toile/contracts/backstage/table-exports.constants'
import { resultOf } from '../../../lib/api.js'
import { FAILED } from '../../../lib/request.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { Form } from '../../../ui/forms/Form.js'
import { formatNumber } from '../../../ui/format.js'
import { ExportProgress } from './ExportProgress.js'
import type { TableFilter } from './table.js'
import type { TableState } from './use-table.js'

/** A list as it is to be taken along. */
export interface Exported {
  name: string
  label: string
  state: TableState
  filters: readonly TableFilter[]
  /** Names of the columns that are shown. */
  columns: readonly string[]
  total: number
}

/** Says what the file will hold, and follows it until it is saved. */
export function ExportDialog({ list, onClose }: { list: Exported; onClose: () => void }) {
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
  list: Exported
  onCreated: (tableExport: TableExport) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { name, columns, total } = list
  const { sort, order, filters } = list.state

  async function make() {
    setBusy(true)
    const query = { ...filters, ...(sort && { sort }), ...(order && { order }) }
    const result = await resultOf(
      backstageApi.createExport({ table: name, query, columns: [...columns] }, { quiet: true }),
    )
    setBusy(false)
    if (result.code !== FAILED) return onCreated(result.data)
    setProblem(result.message)
  }

  return (
    <Form submit={make}>
      <div className="action-consequence">
        <p>{t('backstage:export.rows', { count: total, total: formatNumber(Math.min(total, MAX_EXPORT_ROWS)) })}</p>
        <p>{useFilterText(list)}</p>
        {total > MAX_EXPORT_ROWS && <p>{t('backstage:export.cutAt', { most: formatNumber(MAX_EXPORT_ROWS) })}</p>}
      </div>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <p className="muted action-noted">{t('backstage:export.noted', { count: EXPORTS_PER_HOUR })}</p>
      <div className="dialog-end">
        <Button onClick={onClose}>{t('backstage:export.cancel')}</Button>
        <Button type="submit" variant="filled" busy={isBusy}>
          {t('backstage:export.start')}
        </Button>
      </div>
    </Form>
  )
}

/** The filter in words: as its fields are called and what is chosen in them. */
function useFilterText({ state, filters }: Exported): string {
  const { t } = useTranslation()
  const named = Object.entries(state.filters).map(([name, value]) => {
    if (name === 'q') return `“${value}”`
    const filter = filters.find((one) => one.name === name)
    const chosen = filter && filter.kind !== 'date' ? filter.options.find((one) => one.value === value)?.label : value
    return `${filter?.label ?? name}: ${chosen ?? value}`
  })
  return named.length > 0 ? t('backstage:export.filtered', { filter: named.join(' · ') }) : t('backstage:export.whole')
}
