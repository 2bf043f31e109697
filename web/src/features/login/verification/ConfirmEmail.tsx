import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../../lib/api.js'
import { FAILED, REAUTHENTICATION_REQUIRED } from '../../../lib/request.js'
import { paths } from '../../../lib/paths.js'
import { useSession } from '../../../lib/session.js'
import { Button, ButtonLink } from '../../../ui/Button.js'
import { Form } from '../../../ui/forms/Form.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { storeAfterStep } from '../after-sign-in.js'
import { PasswordField } from '../PasswordField.js'
import { mailProblems, mailStateOf, useResend } from './resend.js'

/** Confirms an address, on the press of a button: programs that look through mail open links, but press nothing. */
export function ConfirmEmail({ token, backUrl }: { token: string; backUrl: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const { state: resent, resend } = useResend()
  const [state, setState] = useState<'ready' | 'busy' | 'done' | 'disowned' | 'failed'>('ready')
  /** Whoever is signed in here, if anybody, is not who asked: what they have typed to prove that they are. */
  const [password, setPassword] = useState<string>()
  const [errors, setErrors] = useState<string[]>()
  const [problem, setProblem] = useState<{ text: string; passing: boolean }>()

  async function confirm() {
    setState('busy')
    const result = await resultOf(
      api.confirmEmail({ token, ...(password && { password }) }, { quiet: true, handlesReauthentication: true }),
    )
    if (result.code !== FAILED) {
      storeAfterStep(result.data)
      return setState('done')
    }
    if (result.serverCode === REAUTHENTICATION_REQUIRED) {
      setPassword((before) => before ?? '')
      setErrors(result.fields['password'])
      return setState('ready')
    }
    const kind = mailStateOf(result.serverCode)
    setProblem({
      text: kind === 'failed' ? result.message : t(mailProblems[kind]),
      passing: kind === 'network' || kind === 'timeout' || result.status >= 500,
    })
    setState('failed')
  }

  async function disown() {
    setState('busy')
    const result = await resultOf(api.disownEmail({ token }))
    setState(result.code === FAILED ? 'ready' : 'disowned')
  }

  if (state === 'disowned')
    return (
      <div className="login" key="disowned">
        <PageHeading title={t('mail.disownedTitle')} />
        <p role="status">{t('mail.disowned')}</p>
      </div>
    )
  if (state === 'done')
    return (
      <div className="login" key="done">
        <PageHeading title={t('mail.verifiedTitle')} />
        <p role="status">{t('mail.confirmed')}</p>
        {session ? (
          <ButtonLink variant="filled" to={backUrl}>
            {t('mail.goOn')}
          </ButtonLink>
        ) : (
          <ButtonLink variant="filled" to={paths.signIn()}>
            {t('app.signIn')}
          </ButtonLink>
        )}
      </div>
    )
  if (password !== undefined && !problem)
    return (
      <Form className="login" key="prove" noValidate submit={confirm}>
        <PageHeading title={t('mail.confirmTitle')} />
        <p>{t('mail.proveText')}</p>
        <PasswordField
          label={t('mail.provePassword')}
          autoComplete="current-password"
          autoFocus
          errors={errors}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="filled" busy={state === 'busy'}>
          {t('mail.confirm')}
        </Button>
        <p className="muted">{t('mail.disownText')}</p>
        <Button busy={state === 'busy'} onClick={() => void disown()}>
          {t('mail.disown')}
        </Button>
      </Form>
    )
  return (
    <div className="login" key="ask">
      <PageHeading title={t('mail.confirmTitle')} />
      {(!problem || problem.passing) && <p>{t('mail.confirmText')}</p>}
      {problem && (
        <p role="alert" className="form-problem">
          {problem.text}
        </p>
      )}
      {(!problem || problem.passing) && (
        <Button variant="filled" busy={state === 'busy'} onClick={() => void confirm()}>
          {t(problem ? 'app.retry' : 'mail.confirm')}
        </Button>
      )}
      {problem && !problem.passing && session && !session.email_verified_at && (
        <Button busy={resent === 'busy'} onClick={() => void resend()}>
          {t('mail.resend')}
        </Button>
      )}
      {problem && !problem.passing && !session && (
        <ButtonLink to={paths.signIn('/login/mailbox')}>{t('app.signIn')}</ButtonLink>
      )}
      <p role="status">{resent === 'sent' && t('mail.sentAgain')}</p>
    </div>
  )
}
