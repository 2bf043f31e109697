import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { emailRoutes } from '@toile/contracts/emails'
import { call } from '../../api.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/Dialog.js'
import { TextField } from '../../ui/Field.js'
import { FormProblem } from '../login/FormProblem.js'
import { PasswordField } from '../login/PasswordField.js'
import { useSubmit } from '../login/use-submit.js'

/** Asks for another address, which counts once the link mailed to it is opened. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { busy, problem, setProblem, errors, send } = useSubmit()
  const [sentTo, setSentTo] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const input = { email: String(form.get('email')).trim(), password: String(form.get('password')) }
    const seen: Record<string, string[]> = {}
    for (const name of ['email', 'password'] as const) if (input[name] === '') seen[name] = [t('login.required')]
    if (Object.keys(seen).length > 0) return setProblem({ message: t('login.summary'), fields: seen })
    const answer = await send(() => call<typeof emailRoutes.changeEmail>('PUT', '/auth/email', input, { quiet: true }))
    if (answer) setSentTo(input.email)
  }

  if (sentTo)
    return (
      <Dialog title={t('mail.sentTitle')} onClose={onClose}>
        <p role="status">{t('account.emailAsked', { email: sentTo })}</p>
        <div className="dialog-end">
          <Button look="filled" onClick={onClose}>
            {t('mail.goOn')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t('account.changeEmail')} onClose={onClose}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <FormProblem problem={problem} />
        <TextField
          label={t('account.newEmail')}
          name="email"
          type="email"
          autoComplete="email"
          required
          errors={errors['email']}
        />
        <PasswordField
          label={t('account.currentPassword')}
          name="password"
          autoComplete="current-password"
          errors={errors['password']}
        />
        <div className="dialog-end">
          <Button onClick={onClose}>{t('account.cancel')}</Button>
          <Button type="submit" look="filled" busy={busy}>
            {t('account.changeEmail')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
