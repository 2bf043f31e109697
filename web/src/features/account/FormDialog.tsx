import type { ReactNode } from 'react'
import type { useApiForm } from '../../lib/forms/api-form.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { FormProblem } from '../login/FormProblem.js'
import { DialogEnd } from '../../ui/dialogs/DialogEnd.js'

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
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...formProps}>
        <FormProblem problem={problem} />
        {children}
        <DialogEnd label={button} busy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
