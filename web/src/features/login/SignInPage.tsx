import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../lib/api.js'
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
import { useForm } from './use-form.js'
import './login.css'

export function SignInPage() {
  const { t } = useTranslation()
  const { finish: arrive, backUrl } = useAfterSignIn()
  const {
    busy,
    problem,
    errors,
    draft: typed,
    form,
  } = useForm({
    draftKey: 'sign-in',
    required: ['login', 'password'],
    send: (input) => resultOf(api.login(input, { quiet: true })),
    onDone: (session) => arrive(session),
  })

  return (
    <AuthLayout>
      <form className="login" {...form}>
        <PageHeading title={t('login.signInTitle')} />
        <FormProblem problem={problem} />
        <TextField
          label={t('login.login')}
          name="login"
          autoComplete="username"
          required
          autoCapitalize="none"
          defaultValue={typed['login']}
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
        <Button type="submit" variant="filled" busy={busy}>
          {t('app.signIn')}
        </Button>
        <SocialButtons backUrl={backUrl} />
        <p className="muted">
          {t('login.noAccount')} <Link to={paths.register(backUrl)}>{t('app.register')}</Link>
        </p>
      </form>
    </AuthLayout>
  )
}
