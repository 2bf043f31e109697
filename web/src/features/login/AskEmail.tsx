import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Done, Failed } from '../../lib/request.js'
import { Button } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { EmailField } from './EmailField.js'
import { FormProblem } from './FormProblem.js'
import { useForm } from './use-form.js'
import './login.css'

interface Parts {
  title: string
  text: string
  button: string
  suggested?: string | undefined
  ask: (email: string) => Promise<Done<void> | Failed>
  /** What is said once a mail is on its way to this address. */
  sent: (email: string) => string
  /** The way on from the form. */
  children: ReactNode
  /** The way on when the mail is sent. */
  afterwards?: ReactNode
}

/** A page that asks for an address, then says that a mail is on its way to it. */
export function AskEmail({ title, text, button, suggested, ask, sent, children, afterwards }: Parts) {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  const {
    busy,
    problem,
    errors,
    draft: typed,
    form,
  } = useForm({
    draftKey: 'email',
    required: ['email'],
    send: ({ email }) => ask(email.trim()),
    onDone: (_, { email }) => setSentTo(email.trim()),
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
    <form className="login" key="form" {...form}>
      <PageHeading title={title} />
      <p>{text}</p>
      <FormProblem problem={problem} />
      <EmailField defaultValue={typed['email'] ?? suggested} errors={errors['email']} />
      <Button type="submit" variant="filled" busy={busy}>
        {button}
      </Button>
      {children}
    </form>
  )
}
