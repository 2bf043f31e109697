import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { filled, useApiForm } from '../../lib/forms/api-form.js'
import { Button } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { EmailField } from './EmailField.js'
import { FormProblem } from './FormProblem.js'
import './login.css'

interface AskEmailProps {
  title: string
  text: string
  button: string
  suggested?: string | undefined
  ask: (email: string) => Promise<void>
  sent: (email: string) => string
  children: ReactNode
  afterwards?: ReactNode
}

export function AskEmail({ title, text, button, suggested = '', ask, sent, children, afterwards }: AskEmailProps) {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  const { field, formProps, isBusy, problem } = useApiForm({
    values: { email: suggested },
    draftKey: 'email',
    showsProblem: true,
    send: ({ email }) => ask(email.trim()),
    onSent: (_, { email }) => setSentTo(email.trim()),
  })
  if (sentTo)
    return (
      <div className="login" key="sent">
        <PageHeading title={t('mail.sentTitle')} />
        <p role="status">{sent(sentTo)}</p>
        <p className="muted">{t('mail.look')}</p>
        <Button onClick={() => setSentTo(undefined)}>{t('login.otherAddress')}</Button>
        {afterwards}
      </div>
    )
  return (
    <form className="login" key="form" {...formProps}>
      <PageHeading title={title} />
      <p>{text}</p>
      <FormProblem problem={problem} />
      <EmailField {...field('email', { validate: filled })} />
      <Button type="submit" variant="filled" busy={isBusy}>
        {button}
      </Button>
      {children}
    </form>
  )
}
