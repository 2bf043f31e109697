import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiForm } from '../../lib/forms/api-form.js'
import { Button } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { FormProblem } from './FormProblem.js'
import { newPassword, NewPasswordFields } from './NewPasswordFields.js'
import './login.css'

interface SetPasswordProps<T> {
  title: string
  text: string
  set: (input: typeof newPassword) => Promise<T>
  onSet: (result: T) => unknown
  children: (failed: boolean) => ReactNode
}

export function SetPassword<T>({ title, text, set, onSet, children }: SetPasswordProps<T>) {
  const { t } = useTranslation()
  const { field, formProps, isBusy, problem } = useApiForm({
    values: newPassword,
    showsProblem: true,
    send: set,
    onSent: onSet,
  })
  return (
    <form className="login" {...formProps}>
      <PageHeading title={title} />
      <p>{text}</p>
      <FormProblem problem={problem} />
      <NewPasswordFields label={t('login.newPassword')} field={field} />
      <Button type="submit" variant="filled" busy={isBusy}>
        {t('login.setPassword')}
      </Button>
      {children(problem !== undefined)}
    </form>
  )
}
