import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormDraft } from '../../../lib/form-drafts.js'
import { FAILED, type Done, type Failed } from '../../../lib/request.js'

type Fields = Record<string, unknown>

/**
 * A form over what is saved: its values, those that differ, and what the server found wrong with each field. What is
 * being written stays when news of the saved thing comes; with a place it is kept where the form is closed unasked.
 */
export function useEdits<F extends Fields>(saved: F, draftKey?: string) {
  const queryClient = useQueryClient()
  const [edits, setEdits] = useFormDraft<Partial<F>>(draftKey, {})
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(saved[name])
  const changed = Object.fromEntries(Object.entries(edits).filter(differs)) as Partial<F>

  const values = { ...saved, ...edits }

  function set(part: Partial<F>): void {
    setEdits((before) => ({ ...before, ...part }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
  }

  /** Sends what differs, and the reason; gives the result, or undefined where it was refused: then the errors say why. */
  async function save<T>(
    send: (changed: Partial<F>, options: { reason: string }) => Promise<Done<T> | Failed>,
    onSaved?: (result: T) => void,
  ): Promise<T | undefined> {
    setBusy(true)
    const result = await send(changed, { reason: reason.trim() })
    setBusy(false)
    if (result.code === FAILED) {
      setErrors(result.fields)
      return undefined
    }
    onSaved?.(result.data)
    setEdits({})
    setErrors({})
    setReason('')
    void queryClient.invalidateQueries({ queryKey: ['backstage'] })
    return result.data
  }
  /** Says at each of these fields that it may not be emptied, where it was; gives whether there is one. */
  function refuseEmpty(names: readonly (keyof F & string)[], sentence: string): boolean {
    const emptied = names.filter((name) => name in changed && String(changed[name]).trim() === '')
    if (emptied.length > 0) setErrors(Object.fromEntries(emptied.map((name) => [name, [sentence]])))
    return emptied.length > 0
  }
  /** What a field of this name carries, as markup. */
  const markup = (name: keyof F & string) => ({
    errors: errors[name],
    value: String(values[name] ?? ''),
    onChange: (value: string) => set({ [name]: value } as Partial<F>),
  })
  return {
    refuseEmpty,
    markup,
    /** What a field of this name carries, as what is typed into an input. */
    text: (name: keyof F & string) => ({
      ...markup(name),
      onChange: (event: { target: { value: string } }) => markup(name).onChange(event.target.value),
    }),
    values,
    set,
    errors,
    setErrors,
    isUnsaved: Object.keys(changed).length > 0,
    isBusy,
    /** The props of the field that asks for the reason. */
    reasonField: { value: reason, onChange: setReason },
    save,
  }
}
