import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { filled, useApiForm } from '../../lib/forms/api-form.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { EmailField } from '../login/EmailField.js'
import { PasswordField } from '../login/PasswordField.js'
import { FormDialog } from './FormDialog.js'

/** The new address replaces the old address when the user confirms it on the page that the mailed link opens. */
export function EmailDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  const { field, ...form } = useApiForm({
    values: { email: '', password: '' },
    draftKey: 'new-email',
    secret: ['password'],
    showsProblem: true,
    send: (input) => api.changeEmail(input),
    onSent: (_, { email }) => setSentTo(email.trim()),
  })

  if (sentTo)
    return (
      <Dialog title={t('mail.sentTitle')} onClose={onClose}>
        <p role="status">{t('account.emailAsked', { email: sentTo })}</p>
        <div className="dialog-end">
          <Button variant="filled" onClick={onClose}>
            {t('common.continue')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <FormDialog title={t('account.changeEmail')} button={t('account.changeEmail')} form={form} onClose={onClose}>
      <EmailField label={t('account.newEmail')} {...field('email', { validate: filled })} />
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
