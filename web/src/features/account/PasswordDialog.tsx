import { useTranslation } from 'react-i18next'
import type { passwordRoutes } from '@toile/contracts/passwords'
import { call } from '../../api.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/Dialog.js'
import { toast } from '../../ui/toasts.js'
import { keepAfterStep } from '../login/arrival.js'
import { FormProblem } from '../login/FormProblem.js'
import { NewPasswordFields, newPasswordNames, useNewPasswordCheck } from '../login/NewPasswordFields.js'
import { PasswordField } from '../login/PasswordField.js'
import { useForm } from '../login/use-form.js'

/** Changes the password, or sets the first one; all other sessions end. */
export function PasswordDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { busy, problem, errors, form } = useForm({
    required: hasPassword ? (['currentPassword', ...newPasswordNames] as const) : newPasswordNames,
    check: useNewPasswordCheck(),
    send: (input) => call<typeof passwordRoutes.changePassword>('PUT', '/auth/password', input, { quiet: true }),
    onDone(after) {
      keepAfterStep(after)
      toast('success', t('account.passwordDone'))
      onClose()
    },
  })

  return (
    <Dialog title={t(hasPassword ? 'account.changePassword' : 'login.setPassword')} onClose={onClose}>
      <form {...form}>
        <FormProblem problem={problem} />
        {hasPassword && (
          <PasswordField
            label={t('account.currentPassword')}
            name="currentPassword"
            autoComplete="current-password"
            errors={errors['currentPassword']}
          />
        )}
        <NewPasswordFields label={t('login.newPassword')} errors={errors} />
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
