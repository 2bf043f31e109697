import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { filled, useApiForm } from '../../lib/forms/api-form.js'
import { toast } from '../../ui/toasts/toasts.js'
import { storeAfterStep } from '../login/after-sign-in.js'
import { newPassword, NewPasswordFields } from '../login/NewPasswordFields.js'
import { PasswordField } from '../login/PasswordField.js'
import { FormDialog } from './FormDialog.js'

/** Changes the password, or sets the first password. Either change ends all other sessions. */
export function PasswordDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { field, ...form } = useApiForm({
    values: { currentPassword: '', ...newPassword },
    showsProblem: true,
    send: (input) => api.changePassword(input),
    onSent(after) {
      storeAfterStep(after)
      toast('success', t('account.passwordDone'))
      onClose()
    },
  })

  return (
    <FormDialog
      title={t(hasPassword ? 'account.changePassword' : 'login.setPassword')}
      button={t('login.setPassword')}
      form={form}
      onClose={onClose}
    >
      {hasPassword && (
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          {...field('currentPassword', { validate: filled })}
        />
      )}
      <NewPasswordFields label={t('login.newPassword')} field={field} />
    </FormDialog>
  )
}
