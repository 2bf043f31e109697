import { useTranslation } from 'react-i18next'
import { filled, useApiForm } from '../../lib/forms/api-form.js'
import { PasswordField } from '../login/PasswordField.js'
import { FormDialog } from './FormDialog.js'

/** Asks for the password or, if the account has none, only for a confirmation. Shows the errors of `act`. */
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
  act: (proof: { password: string }) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { field, ...form } = useApiForm({ values: { password: '' }, showsProblem: true, send: act, onSent: onDone })

  return (
    <FormDialog title={title} button={button} form={form} onClose={onClose}>
      {text && <p>{text}</p>}
      {hasPassword && (
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          {...field('password', { validate: filled })}
        />
      )}
    </FormDialog>
  )
}
