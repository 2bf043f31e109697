import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_SEARCH_LENGTH } from '@toile/contracts/works/works.constants'
import { useDebouncedInput } from '../../../ui/forms/use-debounced-input.js'
import type { TableFilter } from './table.js'
import type { SetTable } from './use-table.js'
import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'

export function Filters({
  filters,
  searchLabel,
  values,
  set,
}: {
  filters: readonly TableFilter[]
  searchLabel: string | undefined
  values: Record<string, string>
  set: SetTable
}) {
  const { t } = useTranslation()
  const [from, to] = filters.filter(({ kind }) => kind === 'date')
  return (
    <div className="backstage-filters" role="search">
      {searchLabel && (
        <Labelled label={searchLabel}>
          {(id) => <Search id={id} value={values['q'] ?? ''} search={(q) => set({ q }, { replace: true })} />}
        </Labelled>
      )}
      {filters.map((filter) => {
        // Dates have a common field below. A filter without options is set by another control of the page.
        if (filter.kind === 'date' || filter.options.length === 0) return null
        return (
          <Labelled key={filter.name} label={filter.label}>
            {(id) => (
              <Select
                id={id}
                value={values[filter.name] ?? ''}
                options={[{ value: '', label: t('backstage:table.any') }, ...filter.options]}
                popupMatchSelectWidth={false}
                onChange={(value) => set({ [filter.name]: value || undefined })}
              />
            )}
          </Labelled>
        )
      })}
      {from && to && <DateRange from={from} to={to} values={values} set={set} />}
      {Object.keys(values).length > 0 && (
        <Button
          size="small"
          type="text"
          onClick={() => set(Object.fromEntries(Object.keys(values).map((name) => [name, undefined])))}
        >
          {t('backstage:table.clear')}
        </Button>
      )}
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="backstage-filter">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

function Search({
  value,
  search,
  ...input
}: { value: string; search: (words: string) => void } & ComponentProps<typeof Input>) {
  return (
    <Input dir="auto" type="search" maxLength={MAX_SEARCH_LENGTH} {...input} {...useDebouncedInput(value, search)} />
  )
}

const DAY_FORMAT = 'YYYY-MM-DD'

function DateRange({
  from,
  to,
  values,
  set,
}: {
  from: TableFilter
  to: TableFilter
  values: Record<string, string>
  set: SetTable
}) {
  const [start, end] = [useId(), useId()]
  const dayOf = ({ name }: TableFilter) => {
    const day = dayjs(values[name] ?? '')
    return day.isValid() ? day : null
  }
  return (
    <div className="backstage-filter">
      <div className="backstage-range">
        <label htmlFor={start}>{from.label}</label>
        <label htmlFor={end}>{to.label}</label>
      </div>
      <DatePicker.RangePicker
        id={{ start, end }}
        format={DAY_FORMAT}
        value={[dayOf(from), dayOf(to)]}
        allowEmpty={[true, true]}
        onChange={(_days, [first, last]) => set({ [from.name]: first || undefined, [to.name]: last || undefined })}
      />
    </div>
  )
}
