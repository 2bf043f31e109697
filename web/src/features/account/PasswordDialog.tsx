import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { passwordRoutes } from '@toile/contracts/passwords'
import { call } from '../../api.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/Dialog.js'
import { toast } from '../../ui/toasts.js'
import { keepAfterStep } from '../login/arrival.js'
import { FormProblem } from '../login/FormProblem.js'
import { NewPasswordFields, newPasswordErrors, usePasswordWords } from '../login/NewPasswordFields.js'
import { PasswordField } from '../login/PasswordField.js'
import { useSubmit } from '../login/use-submit.js'

/** Changes the password, or sets the first one; all other sessions end. */
export function PasswordDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const words = usePasswordWords()
  const { busy, problem, setProblem, errors, send } = useSubmit()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const input = { password: text('password'), passwordConfirmation: text('passwordConfirmation') }
    const currentPassword = text('currentPassword')
    const seen = newPasswordErrors(input, words)
    if (hasPassword && currentPassword === '') seen['currentPassword'] = [t('login.required')]
    if (Object.keys(seen).length > 0) return setProblem({ message: t('login.summary'), fields: seen })
    const answer = await send(() =>
      call<typeof passwordRoutes.changePassword>(
        'PUT',
        '/auth/password',
        { ...input, ...(hasPassword && { currentPassword }) },
        { quiet: true },
      ),
    )
    if (!answer) return
    keepAfterStep(answer.data)
    toast('success', t('account.passwordDone'))
    onClose()
  }

  return (
    <Dialog title={t(hasPassword ? 'account.changePassword' : 'login.setPassword')} onClose={onClose}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <FormProblem problem={problem} />
        {hasPassword && (
          <PasswordField
            label={t('account.currentPassword')}
            name="currentPassword"
            autoComplete="current-password"
            errors={errors['currentPassword']}
          />
        )}
        <NewPasswordFields errors={errors} />
        <div className="dialog-end">
          <Button onClick={onClose}>{t('account.cancel')}</Button>
          <Button type="submit" look="filled" busy={busy}>
            {t('login.setPassword')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
