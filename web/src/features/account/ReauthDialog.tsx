import { useTranslation } from 'react-i18next'
import type { Done, Failed } from '../../lib/request.js'
import { PasswordField } from '../login/PasswordField.js'
import { useForm } from '../login/use-form.js'
import { FormDialog } from './FormDialog.js'

/**
 * Asks for the password, where there is one, before something that an open browser alone must not do. `act` gets it;
 * what the server says against it is shown here.
 */
export function ReauthDialog({
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
  act: (proof: { password?: string }) => Promise<Done<unknown> | Failed>
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { errors, ...parts } = useForm({
    draftKey: undefined,
    required: hasPassword ? (['password'] as const) : [],
    send: act,
    onDone,
  })

  return (
    <FormDialog title={title} button={button} parts={parts} onClose={onClose}>
      {text && <p>{text}</p>}
      {hasPassword && (
        <PasswordField
          label={t('account.currentPassword')}
          name="password"
          autoComplete="current-password"
          errors={errors['password']}
        />
      )}
    </FormDialog>
  )
}
