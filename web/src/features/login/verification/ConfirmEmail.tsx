import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../lib/api.js'
import { filled, useApiForm } from '../../../lib/forms/api-form.js'
import { REAUTHENTICATION_REQUIRED } from '../../../lib/request.js'
import { paths } from '../../../lib/paths.js'
import { useSession } from '../../../lib/session.js'
import { Button, ButtonLink } from '../../../ui/Button.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { storeAfterStep } from '../after-sign-in.js'
import { PasswordField } from '../PasswordField.js'
import { ProblemText } from '../../../ui/ProblemText.js'
import { mailProblemOf, mailProblems, useResend } from './resend.js'

/** Confirms on a button press, because mail scanners open links but press nothing. */
export function ConfirmEmail({ token, backUrl }: { token: string; backUrl: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const { isBusy: isResending, isSent, resend } = useResend()
  /** True if the server requires the password, because the account that requested the mail has no session here. */
  const [isProving, setProving] = useState(false)
  const confirm = useMutation({
    mutationFn: (password?: string) =>
      api.confirmEmail({ token, ...(password && { password }) }, { handlesReauthentication: true }),
    meta: { showsError: true },
    onSuccess: (after) => storeAfterStep(after),
    onError: (error) => setProving(error instanceof ApiError && error.code === REAUTHENTICATION_REQUIRED),
  })
  const disown = useMutation({ mutationFn: () => api.disownEmail({ token }) })
  const isBusy = confirm.isPending || disown.isPending
  const { field, formProps } = useApiForm({
    values: { password: '' },
    showsProblem: true,
    send: ({ password }) => confirm.mutateAsync(password),
  })

  if (disown.isSuccess)
    return (
      <div className="login" key="disowned">
        <PageHeading title={t('mail.disownedTitle')} />
        <p role="status">{t('mail.disowned')}</p>
      </div>
    )
  if (confirm.isSuccess)
    return (
      <div className="login" key="done">
        <PageHeading title={t('mail.verifiedTitle')} />
        <p role="status">{t('mail.confirmed')}</p>
        {session ? (
          <ButtonLink variant="filled" to={backUrl}>
            {t('common.continue')}
          </ButtonLink>
        ) : (
          <ButtonLink variant="filled" to={paths.signIn()}>
            {t('app.signIn')}
          </ButtonLink>
        )}
      </div>
    )
  if (isProving)
    return (
      <form className="login" key="prove" {...formProps}>
        <PageHeading title={t('mail.confirmTitle')} />
        <p>{t('mail.proveText')}</p>
        <PasswordField
          label={t('mail.provePassword')}
          autoComplete="current-password"
          autoFocus
          {...field('password', { validate: filled })}
        />
        <Button type="submit" variant="filled" busy={isBusy}>
          {t('mail.confirm')}
        </Button>
        <p className="muted">{t('mail.disownText')}</p>
        <Button busy={isBusy} onClick={() => disown.mutate()}>
          {t('mail.disown')}
        </Button>
      </form>
    )
  const { error } = confirm
  const kind = error && mailProblemOf(error)
  const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return (
    <div className="login" key="ask">
      <PageHeading title={t('mail.confirmTitle')} />
      {(!error || isPassing) && <p>{t('mail.confirmText')}</p>}
      <ProblemText
        className="form-problem"
        text={error && kind && (kind === 'failed' ? error.message : t(mailProblems[kind]))}
      />
      {(!error || isPassing) && (
        <Button variant="filled" busy={isBusy} onClick={() => confirm.mutate(confirm.variables)}>
          {t(error ? 'app.retry' : 'mail.confirm')}
        </Button>
      )}
      {error && !isPassing && session && !session.email_verified_at && (
        <Button busy={isResending} onClick={resend}>
          {t('mail.resend')}
        </Button>
      )}
      {error && !isPassing && !session && (
        <ButtonLink to={paths.signIn('/login/mailbox')}>{t('app.signIn')}</ButtonLink>
      )}
      <p role="status">{isSent && t('mail.sentAgain')}</p>
    </div>
  )
}
