import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.js'

interface DialogEndProps extends Omit<ComponentProps<typeof Button>, 'children' | 'type' | 'variant'> {
  label: string
  onCancel: () => void
  /** “Cancel” by default. */
  cancelLabel?: string
}

/** The two buttons of a dialog. Without `onClick`, the second button submits the form around them. */
export function DialogEnd({ label, onCancel, cancelLabel, ...button }: DialogEndProps) {
  const { t } = useTranslation()
  return (
    <div className="dialog-end">
      <Button onClick={onCancel}>{cancelLabel ?? t('common.cancel')}</Button>
      <Button {...button} type={button.onClick ? 'button' : 'submit'} variant="filled">
        {label}
      </Button>
    </div>
  )
}
