import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../lib/api.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { EmailField } from '../login/EmailField.js'
import { PasswordField } from '../login/PasswordField.js'
import { useForm } from '../login/use-form.js'
import { FormDialog } from './FormDialog.js'

/** Asks for another address, which counts once the link mailed to it is opened. */
export function EmailDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  const {
    errors,
    draft: typed,
    ...parts
  } = useForm({
    draftKey: 'new-email',
    required: hasPassword ? (['email', 'password'] as const) : (['email'] as const),
    send: (input) => resultOf(api.changeEmail(input, { quiet: true })),
    onDone: (_, { email }) => setSentTo(email.trim()),
  })

  if (sentTo)
    return (
      <Dialog title={t('mail.sentTitle')} onClose={onClose}>
        <p role="status">{t('account.emailAsked', { email: sentTo })}</p>
        <div className="dialog-end">
          <Button variant="filled" onClick={onClose}>
            {t('mail.goOn')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <FormDialog title={t('account.changeEmail')} button={t('account.changeEmail')} parts={parts} onClose={onClose}>
      <EmailField label={t('account.newEmail')} defaultValue={typed['email']} errors={errors['email']} />
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
