import { useTranslation } from 'react-i18next'
import type { Done, Failed } from '../../api.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/Dialog.js'
import { FormProblem } from '../login/FormProblem.js'
import { PasswordField } from '../login/PasswordField.js'
import { useForm } from '../login/use-form.js'

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
  const { busy, problem, errors, form } = useForm({
    required: hasPassword ? (['password'] as const) : [],
    send: act,
    onDone,
  })

  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form}>
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
