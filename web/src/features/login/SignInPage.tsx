import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { userRoutes } from '@toile/contracts/users'
import { call, FAILED } from '../../api.js'
import { paths } from '../../paths.js'
import { Link } from '../../router.js'
import { Button } from '../../ui/Button.js'
import { TextField } from '../../ui/Field.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { useArrival } from './arrival.js'
import { PasswordField } from './PasswordField.js'
import { FormProblem, type Problem } from './FormProblem.js'
import './login.css'

export function SignInPage() {
  const { t } = useTranslation()
  const { arrive, backUrl } = useArrival()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    const answer = await call<typeof userRoutes.login>(
      'POST',
      '/auth/login',
      { login: String(form.get('login')), password: String(form.get('password')) },
      { quiet: true },
    )
    setBusy(false)
    if (answer.code === FAILED) return setProblem(answer)
    arrive(answer.data)
  }

  return (
    <form className="login" method="post" onSubmit={(event) => void submit(event)}>
      <PageHeading title={t('login.signInTitle')} />
      <FormProblem problem={problem} />
      <TextField label={t('login.login')} name="login" autoComplete="username" required autoCapitalize="none" />
      <PasswordField label={t('login.password')} name="password" autoComplete="current-password" />
      <Button type="submit" look="filled" busy={busy}>
        {t('app.signIn')}
      </Button>
      <p className="muted">
        {t('login.noAccount')} <Link to={paths.register(backUrl)}>{t('app.register')}</Link>
      </p>
    </form>
  )
}
