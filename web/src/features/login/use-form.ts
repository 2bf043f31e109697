import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormDraft } from '../../lib/form-drafts.js'
import { FAILED, type Done, type Failed } from '../../lib/request.js'
import type { Problem } from './FormProblem.js'

interface Parts<Name extends string, T> {
  /** The key under which typed input is stored until it is sent, passwords aside; undefined for a form of passwords alone. */
  draftKey: string | undefined
  /** Fields that must not be empty. */
  required: readonly Name[]
  /** What else can be told before the server is asked, by field. */
  check?: (input: Record<Name, string>, form: FormData) => Record<string, string[]>
  send: (input: Record<Name, string>, form: FormData) => Promise<Done<T> | Failed>
  onDone: (data: T, input: Record<Name, string>) => void
}

/** What every form here goes through: being checked, being sent, and perhaps not being taken, which it then shows. */
export function useForm<Name extends string, T>({ draftKey, required, check, send, onDone }: Parts<Name, T>) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [draft, setDraft] = useFormDraft<Record<string, string>>(draftKey, {})

  async function submit(form: FormData) {
    const input = Object.fromEntries(required.map((name) => [name, String(form.get(name) ?? '')])) as Record<
      Name,
      string
    >
    const fields = { ...check?.(input, form) }
    for (const name of required) if (input[name].trim() === '') fields[name] = [t('login.required')]
    if (Object.keys(fields).length > 0) return setProblem({ message: t('login.summary'), fields })
    setProblem(undefined)
    setBusy(true)
    const result = await send(input, form)
    setBusy(false)
    if (result.code === FAILED) return setProblem(result)
    setDraft({})
    onDone(result.data, input)
  }

  return {
    busy,
    problem,
    errors: problem?.fields ?? {},
    /** What was typed before and not sent, by field. */
    draft,
    /** For the form element: the method keeps what was typed out of the address should the script fail. */
    form: {
      method: 'post',
      noValidate: true,
      onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
        const inputs = [...currentTarget.querySelectorAll('input')].filter(({ type }) => /^(text|email)$/.test(type))
        setDraft(Object.fromEntries(inputs.map(({ name, value }) => [name, value])))
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      },
    } as const,
  }
}
