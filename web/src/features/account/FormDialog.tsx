import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { useApiForm } from '../../lib/forms/api-form.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { FormProblem } from '../login/FormProblem.js'

interface FormDialogProps {
  title: string
  button: string
  form: Pick<ReturnType<typeof useApiForm>, 'formProps' | 'isBusy' | 'problem'>
  onClose: () => void
  children: ReactNode
}

export function FormDialog({
  title,
  button,
  form: { formProps, isBusy, problem },
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...formProps}>
        <FormProblem problem={problem} />
        {children}
        <div className="dialog-end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" busy={isBusy}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
