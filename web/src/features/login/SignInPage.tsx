import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { filled, useApiForm } from '../../lib/forms/api-form.js'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'
import { TextField } from '../../ui/forms/Field.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { useAfterSignIn } from './after-sign-in.js'
import { AuthLayout } from './AuthLayout.js'
import { PasswordField } from './PasswordField.js'
import { FormProblem } from './FormProblem.js'
import { SocialButtons } from './SocialButtons.js'
import './login.css'

export function SignInPage() {
  const { t } = useTranslation()
  const { finish: arrive, backUrl } = useAfterSignIn()
  const { field, formProps, isBusy, problem } = useApiForm({
    values: { login: '', password: '' },
    draftKey: 'sign-in',
    secret: ['password'],
    showsProblem: true,
    send: (input) => api.login(input),
    onSent: (session) => arrive(session),
  })

  return (
    <AuthLayout>
      <form className="login" {...formProps}>
        <PageHeading title={t('app.signIn')} />
        <FormProblem problem={problem} />
        <TextField
          label={t('login.login')}
          autoComplete="username"
          required
          autoCapitalize="none"
          {...field('login', { validate: filled })}
        />
        <PasswordField
          label={t('login.password')}
          autoComplete="current-password"
          {...field('password', { validate: filled })}
        />
        <p className="login-aside">
          <Link to={paths.forgot}>{t('login.forgot')}</Link>
        </p>
        <Button type="submit" variant="filled" busy={isBusy}>
          {t('app.signIn')}
        </Button>
        <SocialButtons backUrl={backUrl} />
        <p className="muted">
          {t('login.noAccount')}
          {t('common.sentenceSpace')}
          <Link to={paths.register(backUrl)}>{t('app.register')}</Link>
        </p>
      </form>
    </AuthLayout>
  )
}
