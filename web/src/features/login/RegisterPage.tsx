import { useTranslation } from 'react-i18next'
import { MAX_INVITE_CODE_LENGTH } from '@toile/contracts/users/users.constants'
import { api, resultOf } from '../../lib/api.js'
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
import { NewPasswordFields, newPasswordNames, useNewPasswordCheck } from './NewPasswordFields.js'
import { socialInviteCode } from './social-redirect-state.js'
import { SocialButtons } from './SocialButtons.js'
import { useForm } from './use-form.js'
import './login.css'

/** A referral that can be somebody's code is shown where it is typed; whether it is one, the server knows. */
const INVITE_CODE = /^[0-9a-f]{12}$/

export function RegisterPage() {
  const { t } = useTranslation()
  const { finish: arrive, backUrl } = useAfterSignIn()
  const checkPassword = useNewPasswordCheck()
  const {
    busy,
    problem,
    errors,
    draft: typed,
    form,
  } = useForm({
    draftKey: 'register',
    required: ['username', 'email', ...newPasswordNames],
    check: (input, all) => ({ ...checkPassword(input), ...(!all.has('agree') && { agree: [t('login.mustAgree')] }) }),
    send: (input, all) =>
      resultOf(
        api.register(
          { ...input, agree: true, inviteCode: String(all.get('inviteCode')), refer: getReferral() },
          { quiet: true },
        ),
      ),
    onDone: (session) => arrive(session, paths.mailbox(backUrl)),
  })

  return (
    <AuthLayout>
      <form className="login" {...form}>
        <PageHeading title={t('login.registerTitle')} />
        <FormProblem problem={problem} />
        <TextField
          label={t('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={typed['username']}
          required
          errors={errors['username']}
        />
        <EmailField defaultValue={typed['email']} errors={errors['email']} />
        <NewPasswordFields label={t('login.password')} errors={errors} />
        <TextField
          label={t('login.inviteCode')}
          name="inviteCode"
          autoComplete="off"
          maxLength={MAX_INVITE_CODE_LENGTH}
          defaultValue={typed['inviteCode'] ?? socialInviteCode.get() ?? getReferral()?.match(INVITE_CODE)?.[0]}
          onChange={(event) => socialInviteCode.set(event.target.value.trim())}
          errors={errors['inviteCode']}
        />
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
        <Button type="submit" variant="filled" busy={busy}>
          {t('app.register')}
        </Button>
        <SocialButtons backUrl={backUrl} />
        <p className="muted">
          {t('login.haveAccount')} <Link to={paths.signIn(backUrl)}>{t('app.signIn')}</Link>
        </p>
      </form>
    </AuthLayout>
  )
}
