import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { passwordRoutes } from '@toile/contracts/passwords'
import { call } from '../../api.js'
import { paths } from '../../paths.js'
import { useNavigate } from '../../router.js'
import { endSession } from '../../session.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { toast } from '../../ui/toasts.js'
import { FormProblem } from './FormProblem.js'
import { NewPasswordFields, newPasswordErrors, usePasswordWords } from './NewPasswordFields.js'
import { useMailedToken } from './use-mailed-token.js'
import { useSubmit } from './use-submit.js'
import './login.css'

/** Sets a new password by the token of a mailed link, which ends every session there is. */
export function ResetPage() {
  const { t } = useTranslation()
  const token = useMailedToken()
  const navigate = useNavigate()
  const words = usePasswordWords()
  const { busy, problem, setProblem, errors, send } = useSubmit()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const input = {
      password: String(form.get('password')),
      passwordConfirmation: String(form.get('passwordConfirmation')),
    }
    const seen = newPasswordErrors(input, words)
    if (Object.keys(seen).length > 0) return setProblem({ message: t('login.summary'), fields: seen })
    const answer = await send(() =>
      call<typeof passwordRoutes.resetPassword>(
        'PUT',
        '/auth/password/reset',
        { token: token!, ...input },
        { quiet: true },
      ),
    )
    if (!answer) return
    endSession()
    toast('success', t('login.resetDone'))
    void navigate(paths.signIn(), { replace: true })
  }

  return (
    <form className="login" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <PageHeading title={t('login.resetTitle')} />
      {token ? (
        <>
          <p>{t('login.resetText')}</p>
          <FormProblem problem={problem} />
          <NewPasswordFields errors={errors} />
          <Button type="submit" look="filled" busy={busy}>
            {t('login.setPassword')}
          </Button>
        </>
      ) : (
        <p>{t('mail.noToken')}</p>
      )}
      {(!token || problem) && <ButtonLink to={paths.forgot}>{t('login.askAgain')}</ButtonLink>}
    </form>
  )
}
