import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { userRoutes } from '@toile/contracts/users'
import { passwordLength } from '@toile/contracts/users.constants'
import { call, FAILED } from '../../api.js'
import { paths } from '../../paths.js'
import { getReferral } from '../../refer.js'
import { Link } from '../../router.js'
import { Button } from '../../ui/Button.js'
import { FieldNotes, TextField } from '../../ui/Field.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { useArrival } from './arrival.js'
import { FormProblem, type Problem } from './FormProblem.js'
import { PasswordField } from './PasswordField.js'
import { SocialButtons } from './SocialButtons.js'
import './login.css'

export function RegisterPage() {
  const { t } = useTranslation()
  const { arrive, backUrl } = useArrival()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const errors = problem?.fields ?? {}

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const input = {
      username: text('username'),
      email: text('email'),
      password: text('password'),
      passwordConfirmation: text('passwordConfirmation'),
      agree: form.get('agree') === 'on',
      inviteCode: text('inviteCode'),
      refer: getReferral(),
    }
    const seen: Record<string, string[]> = {}
    for (const name of ['username', 'email', 'password', 'passwordConfirmation'] as const)
      if (input[name] === '') seen[name] = [t('login.required')]
    if (input.password !== input.passwordConfirmation) seen['passwordConfirmation'] = [t('login.differ')]
    if (!input.agree) seen['agree'] = [t('login.mustAgree')]
    if (Object.keys(seen).length > 0) return setProblem({ message: t('login.summary'), fields: seen })

    setBusy(true)
    const answer = await call<typeof userRoutes.register>('POST', '/auth/register', input, { quiet: true })
    setBusy(false)
    if (answer.code === FAILED) return setProblem(answer)
    arrive(answer.data, paths.mailbox(backUrl))
  }

  return (
    <form className="login" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <PageHeading title={t('login.registerTitle')} />
      <FormProblem problem={problem} />
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        required
        errors={errors['username']}
      />
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        errors={errors['email']}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="new-password"
        hint={t('login.passwordHint', { min: passwordLength.min })}
        errors={errors['password']}
      />
      <PasswordField
        label={t('login.passwordConfirmation')}
        name="passwordConfirmation"
        autoComplete="new-password"
        errors={errors['passwordConfirmation']}
      />
      <TextField label={t('login.inviteCode')} name="inviteCode" autoComplete="off" errors={errors['inviteCode']} />
      <div>
        <label className="login-agree">
          <input
            type="checkbox"
            name="agree"
            aria-describedby="agree-error"
            aria-invalid={errors['agree'] !== undefined}
          />
          {t('login.agree')}
        </label>
        <FieldNotes id="agree" hint={undefined} errors={errors['agree']} />
        <p className="field-hint">
          {/* In another tab, so that what was typed here stays. */}
          <a href={paths.terms} target="_blank" rel="noopener">
            {t('footer.terms')}
          </a>
          {' · '}
          <a href={paths.privacy} target="_blank" rel="noopener">
            {t('footer.privacy')}
          </a>
        </p>
      </div>
      <Button type="submit" look="filled" busy={busy}>
        {t('app.register')}
      </Button>
      <SocialButtons backUrl={backUrl} />
      <p className="muted">
        {t('login.haveAccount')} <Link to={paths.signIn(backUrl)}>{t('app.signIn')}</Link>
      </p>
    </form>
  )
}
