import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cutText } from '@toile/contracts/cut-text'
import { cleanText } from '@toile/contracts/texts'
import { MAX_TAG_LENGTH, MAX_TAGS } from '@toile/contracts/works/works.constants'
import { api } from '../../../lib/api.js'
import { Field } from '../../../ui/forms/Field.js'
import { isOfInputMethod } from '../../../ui/forms/input-method.js'

/** Shows tags as pills. Enter, a comma or blur adds a tag. Backspace in the empty text field removes the last tag. */
export function TagsInput({
  tags,
  onChange,
  errors,
}: {
  tags: string[]
  onChange: (tags: string[]) => void
  errors: string[] | undefined
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const listId = useId()
  const suggestions = useSuggestions(text.trim())

  function add(typed: string) {
    const fresh = typed
      .split(/[,，]/)
      .map((tag) => cutText(cleanText(tag), MAX_TAG_LENGTH))
      .filter((tag) => tag !== '')
    // Of several spellings of a tag, the first one is kept here. The server decides which spelling all works share.
    const all = [...tags, ...fresh]
    const keys = all.map((tag) => tag.normalize('NFKC').toLowerCase())
    if (fresh.length > 0) onChange(all.filter((_, i) => keys.indexOf(keys[i]!) === i).slice(0, MAX_TAGS))
    setText('')
  }
  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes a word, Enter belongs to the input method.
    if (event.key === 'Enter' && !isOfInputMethod(event.nativeEvent)) {
      event.preventDefault()
      add(text)
    }
    if (event.key === 'Backspace' && text === '' && tags.length > 0) onChange(tags.slice(0, -1))
  }

  return (
    <Field
      label={t('work.tags')}
      hint={t('work.tagsHint', { max: MAX_TAGS })}
      errors={errors}
      control={(ids) => (
        <div className="tags input">
          {tags.map((tag) => (
            <button
              key={tag}
              type="button"
              className="tag"
              aria-label={t('work.removeTag', { tag })}
              onClick={() => onChange(tags.filter((one) => one !== tag))}
            >
              <bdi>{tag}</bdi> <span aria-hidden="true">✕</span>
            </button>
          ))}
          <input
            dir="auto"
            {...ids}
            list={listId}
            value={text}
            placeholder={t('work.addTag')}
            disabled={tags.length >= MAX_TAGS}
            onChange={(event) =>
              /[,，]/.test(event.target.value) ? add(event.target.value) : setText(event.target.value)
            }
            onKeyDown={onKeyDown}
            onBlur={() => add(text)}
          />
          <datalist id={listId}>
            {suggestions
              .filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </div>
      )}
    />
  )
}

function useSuggestions(text: string): string[] {
  const q = useDeferredValue(text)
  const found = useQuery({
    queryKey: ['tags', q],
    queryFn: ({ signal }) => api.suggestTags({ q }, { signal }),
    enabled: q !== '',
    staleTime: 60_000,
  })
  return found.data?.items.map(({ tag }) => tag) ?? []
}
