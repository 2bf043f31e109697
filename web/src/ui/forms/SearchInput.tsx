import type { ComponentProps } from 'react'
import { MAX_SEARCH_LENGTH } from '@toile/contracts/works/works.constants'
import { useDebouncedInput } from './use-debounced-input.js'
import './field.css'

/**
 * `search` runs when typing pauses or the field loses the focus. It should navigate with `flushSync`: pressing a link
 * takes the focus from the field, and the link's address must contain the typed text before the click follows.
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
