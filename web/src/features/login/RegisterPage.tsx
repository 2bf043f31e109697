import { useTranslation } from 'react-i18next'
import { MAX_INVITE_CODE_LENGTH } from '@toile/contracts/users/users.constants'
import { api } from '../../lib/api.js'
import { filled, useApiForm } from '../../lib/forms/api-form.js'
import { paths } from '../../lib/paths.js'
import { getReferral } from '../../lib/referral.js'
import { Link } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'
import { FieldNotes, TextField } from '../../ui/forms/Field.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { useAfterSignIn } from './after-sign-in.js'
import { AuthLayout } from './AuthLayout.js'
import { EmailField } from './EmailField.js'
import { FormProblem } from './FormProblem.js'
import { newPassword, NewPasswordFields } from './NewPasswordFields.js'
import { socialInviteCode } from './social-redirect-state.js'
import { SocialButtons } from './SocialButtons.js'
import './login.css'

/** A referral of this form prefills the invite code, unless the user has typed one. The server checks the code. */
const INVITE_CODE = /^[0-9a-f]{12}$/

export function RegisterPage() {
  const { t } = useTranslation()
  const { finish: arrive, backUrl } = useAfterSignIn()
  const { form, field, formProps, errorsOf, isBusy, problem } = useApiForm({
    values: {
      username: '',
      email: '',
      ...newPassword,
      inviteCode: socialInviteCode.get() ?? getReferral()?.match(INVITE_CODE)?.[0] ?? '',
      agree: false,
    },
    draftKey: 'register',
    secret: ['password', 'passwordConfirmation', 'agree'],
    showsProblem: true,
    send: (input) => api.register({ ...input, agree: true, refer: getReferral() }),
    onSent: (session) => arrive(session, paths.mailbox(backUrl)),
  })

  return (
    <AuthLayout>
      <form className="login" {...formProps}>
        <PageHeading title={t('login.registerTitle')} />
        <FormProblem problem={problem} />
        <TextField
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          required
          {...field('username', { validate: filled })}
        />
        <EmailField {...field('email', { validate: filled })} />
        <NewPasswordFields label={t('login.password')} field={field} />
        <TextField
          label={t('login.inviteCode')}
          autoComplete="off"
          maxLength={MAX_INVITE_CODE_LENGTH}
          {...field('inviteCode', { onChange: (event) => socialInviteCode.set(event.target.value.trim()) })}
        />
        <div>
          <label className="login-agree">
            <input
              type="checkbox"
              {...form.register('agree', { validate: (agreed) => agreed || t('login.mustAgree') })}
              aria-describedby="agree-error"
              aria-invalid={errorsOf('agree').length > 0}
            />
            {t('login.agree')}
          </label>
          <FieldNotes id="agree" hint={undefined} errors={errorsOf('agree')} />
          <p className="field-hint">
            {/* The link opens in a new tab, so that the form keeps its input. */}
            <a href={paths.terms} target="_blank" rel="noopener">
              {t('footer.terms')}
            </a>
            {' · '}
            <a href={paths.privacy} target="_blank" rel="noopener">
              {t('footer.privacy')}
            </a>
          </p>
        </div>
        <Button type="submit" variant="filled" busy={isBusy}>
          {t('app.register')}
        </Button>
        <SocialButtons backUrl={backUrl} />
        <p className="muted">
          {t('login.haveAccount')}
          {t('common.sentenceSpace')}
          <Link to={paths.signIn(backUrl)}>{t('app.signIn')}</Link>
        </p>
      </form>
    </AuthLayout>
  )
}
