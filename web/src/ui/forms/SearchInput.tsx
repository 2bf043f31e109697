import type { ComponentProps } from 'react'
import { MAX_SEARCH_LENGTH } from '@toile/contracts/works/works.constants'
import { useDebouncedInput } from './use-debounced-input.js'
import './field.css'

/**
 * `search` runs when typing pauses or the field loses focus. It should navigate with `flushSync`: a press on a link
 * first takes the focus away, and the link must contain the text before the click follows it.
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
