import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableExport, tableExportRoutes } from '@toile/contracts/table-exports'
import { exportFreshMinutes, exportsPerHour, maxExportRows } from '@toile/contracts/table-exports.constants'
import { call, FAILED } from '../../../api.js'
import { Button } from '../../../ui/Button.js'
import { Dialog } from '../../../ui/Dialog.js'
import { TextField } from '../../../ui/Field.js'
import { Form } from '../../../ui/Form.js'
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

/** Says what the file will hold, asks for the password where the sign-in is long ago, and follows it until it is saved. */
export function ExportDialog({ list, onClose }: { list: Exported; onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<TableExport>()
  return (
    <Dialog title={t('export.title', { list: list.label })} onClose={onClose}>
      {made ? (
        <ExportProgress asked={made} total={list.total} onClose={onClose} />
      ) : (
        <ExportForm list={list} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  )
}

function ExportForm({
  list,
  onMade,
  onClose,
}: {
  list: Exported
  onMade: (made: TableExport) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [password, setPassword] = useState<string>()
  const [errors, setErrors] = useState<readonly string[]>([])
  const { name, columns, total } = list
  const { sort, order, filters } = list.state

  async function make() {
    setBusy(true)
    const query = { ...filters, ...(sort && { sort }), ...(order && { order }) }
    const answer = await call<typeof tableExportRoutes.createExport>(
      'POST',
      '/backstage/exports',
      { table: name, query, columns: [...columns], ...(password && { password }) },
      { quiet: true },
    )
    setBusy(false)
    if (answer.code !== FAILED) return onMade(answer.data)
    const needsPassword = answer.serverCode === 'PASSWORD_NEEDED'
    if (needsPassword) setPassword(password ?? '')
    // Where it was not asked for yet, nothing is wrong.
    setErrors(needsPassword && password === undefined ? [] : (answer.fields['password'] ?? [answer.message]))
  }

  return (
    <Form submit={make}>
      <div className="deed-consequence">
        <p>{t('export.rows', { count: total, total: formatNumber(Math.min(total, maxExportRows)) })}</p>
        <p>{useFilterText(list)}</p>
        {total > maxExportRows && <p>{t('export.cutAt', { most: formatNumber(maxExportRows) })}</p>}
      </div>
      {password !== undefined && (
        <TextField
          label={t('export.password')}
          hint={t('export.passwordHint', { minutes: exportFreshMinutes })}
          errors={errors}
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {password === undefined && errors.length > 0 && (
        <p className="field-error" role="alert">
          {errors.join(' ')}
        </p>
      )}
      <p className="muted deed-noted">{t('export.noted', { count: exportsPerHour })}</p>
      <div className="dialog-end">
        <Button onClick={onClose}>{t('export.cancel')}</Button>
        <Button type="submit" look="filled" busy={isBusy}>
          {t('export.start')}
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
  return named.length > 0 ? t('export.filtered', { filter: named.join(' · ') }) : t('export.whole')
}
