import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'
import { useId } from 'react'
import type { TableFilter } from './table.js'
import type { SetTable } from './use-table.js'

/** As dates stand in the address. */
const DAY_FORMAT = 'YYYY-MM-DD'

/** The first and the last day of what is shown; either may be open. */
export function DateRange({
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
