import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { passwordRoutes } from '@toile/contracts/passwords'
import { call } from '../../api.js'
import { Button } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { signOut } from '../../sign-out.js'
import { useArrival } from './arrival.js'
import { FormProblem } from './FormProblem.js'
import { NewPasswordFields, newPasswordErrors, usePasswordWords } from './NewPasswordFields.js'
import { useSubmit } from './use-submit.js'
import './login.css'

/** Gives an account that came by a provider a password of its own. */
export function ThreePasswordPage() {
  const { t } = useTranslation()
  const { goOn } = useArrival()
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
      call<typeof passwordRoutes.changePassword>('PUT', '/auth/password', input, { quiet: true }),
    )
    if (answer) goOn(answer.data)
  }

  return (
    <form className="login" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <PageHeading title={t('login.threeTitle')} />
      <p>{t('login.threeText')}</p>
      <FormProblem problem={problem} />
      <NewPasswordFields errors={errors} />
      <Button type="submit" look="filled" busy={busy}>
        {t('login.setPassword')}
      </Button>
      <Button look="quiet" onClick={() => void signOut()}>
        {t('login.notNow')}
      </Button>
    </form>
  )
}
