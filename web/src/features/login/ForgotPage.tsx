import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { passwordRoutes } from '@toile/contracts/passwords'
import { tokenMinutes } from '@toile/contracts/one-time-tokens.constants'
import { call } from '../../api.js'
import { paths } from '../../paths.js'
import { Link } from '../../router.js'
import { Button } from '../../ui/Button.js'
import { TextField } from '../../ui/Field.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { FormProblem } from './FormProblem.js'
import { useSubmit } from './use-submit.js'
import './login.css'

/** Asks for the address, then says that a mail is on its way - the same whether or not the address is known. */
export function ForgotPage() {
  const { t } = useTranslation()
  const { busy, problem, setProblem, errors, send } = useSubmit()
  const [sentTo, setSentTo] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (!email) return setProblem({ message: t('login.summary'), fields: { email: [t('login.required')] } })
    const answer = await send(() =>
      call<typeof passwordRoutes.retrievePassword>('POST', '/auth/password/retrieve', { email }, { quiet: true }),
    )
    if (answer) setSentTo(email)
  }

  if (sentTo)
    return (
      <div className="login" key="sent">
        <PageHeading title={t('mail.sentTitle')} />
        <p role="status">{t('login.forgotSent', { email: sentTo, minutes: tokenMinutes })}</p>
        <p className="muted">{t('mail.look')}</p>
        <Button onClick={() => setSentTo(undefined)}>{t('login.otherAddress')}</Button>
        <BackToSignIn />
      </div>
    )
  return (
    <form className="login" key="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <PageHeading title={t('login.forgotTitle')} />
      <p>{t('login.forgotText')}</p>
      <FormProblem problem={problem} />
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        errors={errors['email']}
      />
      <Button type="submit" look="filled" busy={busy}>
        {t('login.forgotSend')}
      </Button>
      <BackToSignIn />
    </form>
  )
}

/** The way back from a page beside signing in. */
export function BackToSignIn() {
  const { t } = useTranslation()
  return (
    <p className="muted">
      <Link to={paths.signIn()}>{t('login.backToSignIn')}</Link>
    </p>
  )
}
