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
  /** What the fields show: what is saved, or nothing. What is being typed stays when this changes. */
  values: V
  /** Unsent input is there again when one comes back; without a key it is not. */
  draftKey?: string | undefined
  /** Fields that are never stored: passwords, codes, tokens. */
  secret?: readonly Path<V>[]
  /** It is empty as soon as it is sent, for the next one; what was refused comes back. */
  isEmptied?: boolean
  /** The form shows `problem`: what is not wrong with a field is no toast then. */
  showsProblem?: boolean
  /** The field that is all of the form: what is not wrong with any field stands at it. */
  blamed?: Path<V>
  /** What a toast says where no field is wrong, in place of the server's message. */
  failure?: string
  /** Fields that the API calls otherwise, by its names. */
  aliases?: Readonly<Record<string, Path<V>>>
  /** What is wrong with fields that depend on one another, by the API's names, in place of rules of each. */
  check?: (values: V) => Readonly<Record<string, string>>
  /** What `problem` says where the form itself found fields wrong. */
  summary?: string
  /** Calls the API; `changed` are the fields that differ from `values`. */
  send: (values: V, changed: Partial<V>) => Promise<Result>
  onSent?: (result: Result, values: V) => unknown
}

/** Why a form was not taken; what is wrong with something that it has no field for stands in the message. */
export interface Problem {
  message: string
  /** Its fields say what is wrong with them; the first has the focus. */
  isOfFields: boolean
}

/**
 * A form of react-hook-form that is sent to the API. What is wrong with a field stands at it, whether the form saw it or
 * the server, and the first of these gets the focus; nothing that was typed is lost.
 */
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

  /** Shows other values in place of what was typed. */
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
  /** Before what was typed meanwhile; the form itself may have gone. */
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
    // Of a field that is not registered nothing else takes the server's words off, and with them nothing is sent.
    form.clearErrors()
    return validateAndSend(event)
  }
  const errorsOf = (name: Path<V>): string[] => {
    const message = form.getFieldState(name, form.formState).error?.message
    return message ? [message] : []
  }

  return {
    form,
    /** For the form element: the method keeps what was typed out of the address should the script fail. */
    formProps: { method: 'post', noValidate: true, onSubmit: submit } as const,
    /** For a field: how react-hook-form follows it, and what is wrong with it. */
    field: <N extends Path<V>>(name: N, rules?: RegisterOptions<V, N>) => ({
      ...form.register(name, rules),
      errors: errorsOf(name),
    }),
    errorsOf,
    submit,
    reset,
    isBusy: mutation.isPending,
    // Not isDirty: of a draft that is restored as the form comes, that says nothing.
    isUnsaved: Object.keys(dirtyFields).length > 0,
    problem,
  }
}

/** Checks that a field is filled in. */
export const filled = (typed: string) => typed.trim() !== '' || translate('forms.required')

/** Checks the length of a text as the server counts it: cleaned, in code points. */
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
