import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { SearchInput } from '../../../ui/forms/SearchInput.js'
import { useDebouncedInput } from '../../../ui/forms/use-debounced-input.js'
import type { TableFilter } from './table.js'

type Set = (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => void

/** The search and the filters of a table. What is chosen stands in the address at once, what is typed soon. */
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
    <div className="backstage-filters" role="search">
      {searchLabel && (
        <label className="backstage-filter backstage-search">
          <span>{searchLabel}</span>
          <SearchInput value={values['q'] ?? ''} search={(q) => set({ q }, { replace: true })} />
        </label>
      )}
      {filters.map((filter) => {
        // Of another way to choose than here; it is only known by its name.
        if (filter.kind !== 'date' && filter.options.length === 0) return null
        const value = values[filter.name] ?? ''
        const change = (chosen: string) => set({ [filter.name]: chosen || undefined })
        return (
          <label key={filter.name} className="backstage-filter">
            <span>{filter.label}</span>
            {filter.kind === 'date' ? (
              <DateInput value={value} change={change} />
            ) : (
              <select className="input" value={value} onChange={(event) => change(event.target.value)}>
                <option value="">{t('backstage:table.any')}</option>
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
          variant="quiet"
          className="button-small"
          onClick={() => set(Object.fromEntries(Object.keys(values).map((name) => [name, undefined])))}
        >
          {t('backstage:table.clear')}
        </Button>
      )}
    </div>
  )
}

/** A date is put together key by key, as words are. */
function DateInput({ value, change }: { value: string; change: (date: string) => void }) {
  return <input className="input" type="date" {...useDebouncedInput(value, change)} />
}
