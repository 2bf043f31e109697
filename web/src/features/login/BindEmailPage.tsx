import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { emailRoutes } from '@toile/contracts/emails'
import { call } from '../../api.js'
import { useLocation } from '../../router.js'
import { signOut } from '../../sign-out.js'
import { Button } from '../../ui/Button.js'
import { TextField } from '../../ui/Field.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { FormProblem } from './FormProblem.js'
import { useSubmit } from './use-submit.js'
import './login.css'

/** Gives an account that came by a provider an address; it counts once the mailed link is confirmed. */
export function BindEmailPage() {
  const { t } = useTranslation()
  const suggested = (useLocation().state as { suggestedEmail?: string } | null)?.suggestedEmail
  const { busy, problem, setProblem, errors, send } = useSubmit()
  const [sentTo, setSentTo] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (!email) return setProblem({ message: t('login.summary'), fields: { email: [t('login.required')] } })
    const answer = await send(() =>
      call<typeof emailRoutes.bindEmail>('PATCH', '/auth/email/bind', { email }, { quiet: true }),
    )
    if (answer) setSentTo(email)
  }

  if (sentTo)
    return (
      <div className="login" key="sent">
        <PageHeading title={t('mail.sentTitle')} />
        <p role="status">{t('login.bindSent', { email: sentTo })}</p>
        <p className="muted">{t('mail.look')}</p>
        <Button onClick={() => setSentTo(undefined)}>{t('login.otherAddress')}</Button>
      </div>
    )
  return (
    <form className="login" key="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <PageHeading title={t('login.bindTitle')} />
      <p>{t('login.bindText')}</p>
      <FormProblem problem={problem} />
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={suggested}
        errors={errors['email']}
      />
      <Button type="submit" look="filled" busy={busy}>
        {t('login.bindSend')}
      </Button>
      <Button look="quiet" onClick={() => void signOut()}>
        {t('login.notNow')}
      </Button>
    </form>
  )
}
