import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Popover from 'antd/es/popover'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { local, readJson } from '../../../lib/storage.js'
import type { Column } from './table.js'

const keyOf = (table: string) => `backstage-columns:${table}`

export function useColumns<Row>(table: string, columns: readonly Column<Row>[]) {
  const usual = columns.filter(({ hidden }) => !hidden).map(({ name }) => name)
  const [chosen, setChosen] = useState(() => readStored(table) ?? usual)
  const shown = columns.filter(({ name }) => chosen.includes(name))
  const choose = (name: string, is: boolean) => {
    const after = is ? [...chosen, name] : chosen.filter((one) => one !== name)
    setChosen(after)
    local.setItem(keyOf(table), JSON.stringify(after))
  }
  // All columns are shown if none is chosen, or if none of the chosen columns still exists.
  return { shown: shown.length > 0 ? shown : columns, chosen, choose }
}

function readStored(table: string): string[] | undefined {
  const value = readJson(local, keyOf(table))
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined
}

export function ColumnPicker<Row>({
  columns,
  chosen,
  choose,
}: {
  columns: readonly Column<Row>[]
  chosen: readonly string[]
  choose: (name: string, is: boolean) => void
}) {
  const { t } = useTranslation()
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      // The popover is rendered beside its button, so that the popover follows the button in the tab order.
      getPopupContainer={(button) => button.parentElement!}
      content={
        <div className="backstage-columns">
          {columns.map(({ name, label }) => (
            <Checkbox
              key={name}
              name={name}
              checked={chosen.includes(name)}
              onChange={(event) => choose(name, event.target.checked)}
            >
              {label}
            </Checkbox>
          ))}
        </div>
      }
    >
      <Button size="small">{t('backstage:table.columns')}</Button>
    </Popover>
  )
}
