import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useState, type BaseSyntheticEvent } from 'react'
import {
  set,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type Resolver,
} from 'react-hook-form'
import { cleanText, lengthOf } from '@toile/contracts/texts'
import { ApiError, showError } from '../api.js'
import { readFormDraft, saveFormDraft } from './form-drafts.js'
import { translate } from '../../i18n/index.js'

export interface ApiFormOptions<V extends FieldValues, Result> {
  /** The initial or saved values. Unsaved input stays when these values change. */
  values: V
  /** Unsent input is stored under this key. Without a key, nothing is stored. */
  draftKey?: string | undefined
  /** The fields that drafts must not contain, such as passwords, codes and tokens. */
  secret?: readonly Path<V>[]
  /** Clears the form when it is sent. If sending fails, the input returns. */
  isEmptied?: boolean
  /** The form shows `problem`, so errors without a field need no toast. */
  showsProblem?: boolean
  /** The form's main field. It shows an error for which the API names no field of this form. */
  blamed?: Path<V>
  /** Replaces the server's message in a toast for errors without a field. */
  failure?: string
  /** Maps the API's field names to the form's. */
  aliases?: Readonly<Record<string, Path<V>>>
  /** Validates across fields. Returns messages by the API's field names. Rules passed to `field` are then ignored. */
  check?: (values: V) => Readonly<Record<string, string>>
  /** The message of `problem` if the form's own validation fails. */
  summary?: string
  /** Calls the API. `changed` contains the fields that differ from the initial or saved values. */
  send: (values: V, changed: Partial<V>) => Promise<Result>
  onSent?: (result: Result, values: V) => unknown
}

/** Why validation or sending failed. The message includes the API's errors of fields that the form does not have. */
export interface Problem {
  message: string
  /** Whether fields show the errors. The first of these fields then has the focus. */
  isOfFields: boolean
}

/** Fields show the errors of validation and the API. The first such field gets the focus. A failure loses no input. */
export function useApiForm<V extends FieldValues, Result>({
  values,
  draftKey,
  secret = [],
  isEmptied = false,
  showsProblem = false,
  blamed,
  failure,
  aliases = {},
  check,
  summary = translate('forms.summary'),
  send,
  onSent,
}: ApiFormOptions<V, Result>) {
  const [problem, setProblem] = useState<Problem>()
  const form = useForm<V>({
    defaultValues: values as DefaultValues<V>,
    values,
    resetOptions: { keepDirtyValues: true },
    ...(check && { resolver: resolverOf(check, aliases) }),
  })
  const { dirtyFields } = form.formState

  const restore = useEffectEvent(() => {
    for (const [name, value] of Object.entries(readFormDraft<Partial<V>>(draftKey, {}) ?? {}))
      if (typeof value === typeof values[name]) form.setValue(name as Path<V>, value, { shouldDirty: true })
  })
  useLayoutEffect(() => restore(), [])
  const saveDraft = (typed: V) => saveFormDraft(draftKey, without(changedOf(typed, values), secret), {})
  const store = useEffectEvent(saveDraft)
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values: typed }) => store(typed) }),
    [form],
  )

  const reset = (to: V) => form.reset(to, { keepDirtyValues: false })

  const mutation = useMutation({
    mutationFn: (typed: V) => send(typed, changedOf(typed, values)),
    meta: { showsError: true },
    onSuccess(result, typed) {
      if (!isEmptied) {
        const meanwhile = Object.entries(changedOf(form.getValues(), typed))
        reset(typed)
        saveFormDraft(draftKey, {}, {})
        for (const [name, value] of meanwhile) form.setValue(name as Path<V>, value, { shouldDirty: true })
      }
      return onSent?.(result, typed)
    },
    onError(error, typed) {
      if (isEmptied) giveBack(typed)
      const found = error instanceof ApiError ? Object.entries(error.fields) : []
      const isOwn = (name: string) => name in aliases || name in values
      const own = found.flatMap(([name, messages]) => (isOwn(name) ? [[aliases[name] ?? name, messages] as const] : []))
      const others = found.flatMap(([name, messages]) => (isOwn(name) ? [] : messages))
      const message = [error.message, ...others].join(' ')
      if (own.length === 0 && blamed) own.push([blamed, [message]])
      for (const [i, [name, texts]] of own.entries())
        form.setError(name as Path<V>, { type: 'server', message: texts.join(' ') }, { shouldFocus: i === 0 })
      if (showsProblem) setProblem({ message, isOfFields: own.length > 0 })
      else if (own.length === 0) showError(error, failure)
    },
  })
  /** Puts refused input before newer input. Also saves the draft, because the form may have unmounted meanwhile. */
  function giveBack(typed: V) {
    for (const [name, value] of Object.entries(typed)) {
      const meanwhile: unknown = form.getValues(name as Path<V>)
      const both = meanwhile ? `${String(value)}\n${String(meanwhile)}` : value
      form.setValue(name as Path<V>, both as PathValue<V, Path<V>>, { shouldDirty: true })
    }
    saveDraft(form.getValues())
  }
  const validateAndSend = form.handleSubmit(
    (typed) => {
      setProblem(undefined)
      if (isEmptied) reset(values)
      mutation.mutate(typed)
    },
    () => setProblem({ message: summary, isOfFields: true }),
  )
  const submit = (event?: BaseSyntheticEvent) => {
    // Server errors of unregistered fields would block sending, because only clearErrors() removes them.
    form.clearErrors()
    return validateAndSend(event)
  }
  const errorsOf = (name: Path<V>): string[] => {
    const message = form.getFieldState(name, form.formState).error?.message
    return message ? [message] : []
  }

  return {
    form,
    /** If our script fails, the browser sends the form. With POST, the input then does not land in the address. */
    formProps: { method: 'post', noValidate: true, onSubmit: submit } as const,
    field: <N extends Path<V>>(name: N, rules?: RegisterOptions<V, N>) => ({
      ...form.register(name, rules),
      errors: errorsOf(name),
    }),
    errorsOf,
    submit,
    reset,
    isBusy: mutation.isPending,
    // formState.isDirty would ignore a draft restored on mount.
    isUnsaved: Object.keys(dirtyFields).length > 0,
    problem,
  }
}

export const filled = (typed: string) => typed.trim() !== '' || translate('forms.required')

/** Validates the length of a text in code points. The text is cleaned first, as on the server. */
export const textWithin =
  ({ min = 0, max }: { min?: number; max: number }) =>
  (typed: string) => {
    const length = lengthOf(cleanText(typed))
    if (length === 0 && min > 0) return translate('forms.required')
    if (length < min) return translate('forms.tooShort', { min })
    return length <= max || translate('forms.tooLong', { max })
  }

const resolverOf =
  <V extends FieldValues>(
    check: (values: V) => Readonly<Record<string, string>>,
    aliases: Readonly<Record<string, string>>,
  ): Resolver<V> =>
  (typed) => {
    const errors: FieldErrors<V> = {}
    for (const [name, message] of Object.entries(check(typed)))
      set(errors, aliases[name] ?? name, { type: 'validate', message })
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: typed, errors: {} }
  }

function changedOf<V extends FieldValues>(typed: V, saved: V): Partial<V> {
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(saved[name])
  return Object.fromEntries(Object.entries(typed).filter(differs)) as Partial<V>
}

function without<V extends object>(values: V, names: readonly string[]): Partial<V> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as Partial<V>
}
