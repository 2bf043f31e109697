import type { ComponentProps } from 'react'
import { MAX_SEARCH_LENGTH } from '@toile/contracts/works/works.constants'
import { useDebouncedInput } from './use-debounced-input.js'
import './field.css'

/**
 * A search whose words stand in the address. `search` takes them once the typing pauses, or when the field is left: with
 * `flushSync`, so that the link that is pressed next has them in its address.
 */
export function SearchInput({
  value,
  search,
  ...input
}: { value: string; search: (words: string) => void } & ComponentProps<'input'>) {
  return (
    <input
      className="input"
      dir="auto"
      type="search"
      maxLength={MAX_SEARCH_LENGTH}
      {...input}
      {...useDebouncedInput(value, search)}
    />
  )
}
