import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { userRoutes } from '@toile/contracts/users'
import { call } from '../../api.js'
import { paths } from '../../paths.js'
import { Link } from '../../router.js'
import { Button } from '../../ui/Button.js'
import { TextField } from '../../ui/Field.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { useArrival } from './arrival.js'
import { PasswordField } from './PasswordField.js'
import { FormProblem } from './FormProblem.js'
import { SocialButtons } from './SocialButtons.js'
import { useSubmit } from './use-submit.js'
import './login.css'

export function SignInPage() {
  const { t } = useTranslation()
  const { arrive, backUrl } = useArrival()
  const { busy, problem, setProblem, errors, send } = useSubmit()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const input = { login: String(form.get('login')).trim(), password: String(form.get('password')) }
    const seen: Record<string, string[]> = {}
    for (const name of ['login', 'password'] as const) if (input[name] === '') seen[name] = [t('login.required')]
    if (Object.keys(seen).length > 0) return setProblem({ message: t('login.summary'), fields: seen })
    const answer = await send(() => call<typeof userRoutes.login>('POST', '/auth/login', input, { quiet: true }))
    if (answer) arrive(answer.data)
  }

  return (
    <form className="login" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <PageHeading title={t('login.signInTitle')} />
      <FormProblem problem={problem} />
      <TextField
        label={t('login.login')}
        name="login"
        autoComplete="username"
        required
        autoCapitalize="none"
        errors={errors['login']}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        errors={errors['password']}
      />
      <p className="login-aside">
        <Link to={paths.forgot}>{t('login.forgot')}</Link>
      </p>
      <Button type="submit" look="filled" busy={busy}>
        {t('app.signIn')}
      </Button>
      <SocialButtons backUrl={backUrl} />
      <p className="muted">
        {t('login.noAccount')} <Link to={paths.register(backUrl)}>{t('app.register')}</Link>
      </p>
    </form>
  )
}
