import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../lib/api.js'
import { toast } from '../../ui/toasts/toasts.js'
import { storeAfterStep } from '../login/after-sign-in.js'
import { NewPasswordFields, newPasswordNames, useNewPasswordCheck } from '../login/NewPasswordFields.js'
import { PasswordField } from '../login/PasswordField.js'
import { useForm } from '../login/use-form.js'
import { FormDialog } from './FormDialog.js'

/** Changes the password, or sets the first one; all other sessions end. */
export function PasswordDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { errors, ...parts } = useForm({
    draftKey: undefined,
    required: hasPassword ? (['currentPassword', ...newPasswordNames] as const) : newPasswordNames,
    check: useNewPasswordCheck(),
    send: (input) => resultOf(api.changePassword(input, { quiet: true })),
    onDone(after) {
      storeAfterStep(after)
      toast('success', t('account.passwordDone'))
      onClose()
    },
  })

  return (
    <FormDialog
      title={t(hasPassword ? 'account.changePassword' : 'login.setPassword')}
      button={t('login.setPassword')}
      parts={parts}
      onClose={onClose}
    >
      {hasPassword && (
        <PasswordField
          label={t('account.currentPassword')}
          name="currentPassword"
          autoComplete="current-password"
          errors={errors['currentPassword']}
        />
      )}
      <NewPasswordFields label={t('login.newPassword')} errors={errors} />
    </FormDialog>
  )
}
