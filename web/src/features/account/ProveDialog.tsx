import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Done, Failed } from '../../api.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/Dialog.js'
import { FormProblem } from '../login/FormProblem.js'
import { PasswordField } from '../login/PasswordField.js'
import { useSubmit } from '../login/use-submit.js'

/**
 * Asks for the password, where there is one, before something that an open browser alone must not do. `act` gets it;
 * what the server says against it is shown here.
 */
export function ProveDialog<T>({
  title,
  text,
  button,
  hasPassword,
  act,
  onDone,
  onClose,
}: {
  title: string
  text?: string
  button: string
  hasPassword: boolean
  act: (proof: { password?: string }) => Promise<Done<T> | Failed>
  onDone: (data: T) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { busy, problem, setProblem, errors, send } = useSubmit()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (hasPassword && password === '')
      return setProblem({ message: t('login.summary'), fields: { password: [t('login.required')] } })
    const answer = await send(() => act(hasPassword ? { password } : {}))
    if (answer) onDone(answer.data)
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        {text && <p>{text}</p>}
        <FormProblem problem={problem} />
        {hasPassword && (
          <PasswordField
            label={t('account.currentPassword')}
            name="password"
            autoComplete="current-password"
            errors={errors['password']}
          />
        )}
        <div className="dialog-end">
          <Button onClick={onClose}>{t('account.cancel')}</Button>
          <Button type="submit" look="filled" busy={busy}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
