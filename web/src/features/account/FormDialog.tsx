import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { FormProblem } from '../login/FormProblem.js'
import type { useForm } from '../login/use-form.js'

interface FormDialogProps {
  title: string
  /** What sending it is called. */
  button: string
  parts: Pick<ReturnType<typeof useForm>, 'busy' | 'problem' | 'form'>
  onClose: () => void
  children: ReactNode
}

/** A form over the page: what the server says against it, its fields, and the two ways out. */
export function FormDialog({ title, button, parts: { busy, problem, form }, onClose, children }: FormDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form}>
        <FormProblem problem={problem} />
        {children}
        <div className="dialog-end">
          <Button onClick={onClose}>{t('account.cancel')}</Button>
          <Button type="submit" variant="filled" busy={busy}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
