import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import type { TableFilter } from './table.js'

type Set = (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => void

/** Typing asks the server this long after the last key. */
const SEARCH_AFTER_MS = 300

/** The search and the filters of a table. What is chosen stands in the address at once. */
export function Filters({
  filters,
  searchLabel,
  values,
  set,
}: {
  filters: readonly TableFilter[]
  searchLabel: string | undefined
  values: Record<string, string>
  set: Set
}) {
  const { t } = useTranslation()
  return (
    <div className="office-filters" role="search">
      {searchLabel && <Search label={searchLabel} value={values['q'] ?? ''} set={set} />}
      {filters.map((filter) => {
        // Of another way to choose than here; it is only known by its name.
        if (filter.kind !== 'date' && filter.options.length === 0) return null
        const value = values[filter.name] ?? ''
        const change = (chosen: string) => set({ [filter.name]: chosen || undefined })
        return (
          <label key={filter.name} className="office-filter">
            <span>{filter.label}</span>
            {filter.kind === 'date' ? (
              <input className="input" type="date" value={value} onChange={(event) => change(event.target.value)} />
            ) : (
              <select className="input" value={value} onChange={(event) => change(event.target.value)}>
                <option value="">{t('table.any')}</option>
                {filter.options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            )}
          </label>
        )
      })}
      {Object.keys(values).length > 0 && (
        <Button
          look="quiet"
          className="button-small"
          onClick={() => set(Object.fromEntries(Object.keys(values).map((name) => [name, undefined])))}
        >
          {t('table.clear')}
        </Button>
      )}
    </div>
  )
}

function Search({ label, value, set }: { label: string; value: string; set: Set }) {
  const [typed, setTyped] = useState(value)
  // The address may change by Back, or by a link.
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => set({ q: typed.trim() || undefined }, { replace: true }), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, value, set])
  return (
    <label className="office-filter office-search">
      <span>{label}</span>
      <input
        className="input"
        type="search"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}
