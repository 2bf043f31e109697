import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Done, Failed } from '../../lib/request.js'
import { Button } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { FormProblem } from './FormProblem.js'
import { NewPasswordFields, newPasswordNames, useNewPasswordCheck } from './NewPasswordFields.js'
import { useForm } from './use-form.js'
import './login.css'

interface Parts<T> {
  title: string
  text: string
  set: (input: { password: string; passwordConfirmation: string }) => Promise<Done<T> | Failed>
  onDone: (data: T) => void
  /** What stands below the button; `failed` once the server has refused. */
  children: (failed: boolean) => ReactNode
}

/** A page that asks for a new password. */
export function SetPassword<T>({ title, text, set, onDone, children }: Parts<T>) {
  const { t } = useTranslation()
  const { busy, problem, errors, form } = useForm({
    draftKey: undefined,
    required: newPasswordNames,
    check: useNewPasswordCheck(),
    send: set,
    onDone,
  })
  return (
    <form className="login" {...form}>
      <PageHeading title={title} />
      <p>{text}</p>
      <FormProblem problem={problem} />
      <NewPasswordFields label={t('login.newPassword')} errors={errors} />
      <Button type="submit" variant="filled" busy={busy}>
        {t('login.setPassword')}
      </Button>
      {children(problem !== undefined)}
    </form>
  )
}
