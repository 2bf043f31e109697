import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_REASON_LENGTH } from '@toile/contracts/backstage/tables.constants'
import { filled, useApiForm } from '../../../lib/forms/api-form.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { TextArea } from '../../../ui/forms/Field.js'
import { DialogEnd } from '../../../ui/dialogs/DialogEnd.js'
import { refetchBackstage } from './refetch-backstage.js'

export interface ActionDialogProps {
  title: string
  label: string
  asksReason?: boolean | undefined
  disabled?: boolean
  act: (reason: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

export default function ActionDialog({
  title,
  label,
  asksReason = false,
  disabled = false,
  act,
  onClose,
  children,
}: ActionDialogProps) {
  const { t } = useTranslation()
  const { form, formProps, field, isBusy } = useApiForm({
    values: { reason: '' },
    draftKey: `action ${title}`,
    send: ({ reason }) => act(reason.trim()).finally(refetchBackstage),
    onSent: onClose,
  })
  const isMissing = asksReason && form.watch('reason').trim() === ''
  return (
    <Modal title={title} onClose={onClose}>
      {/* `noValidate` is off, so that the browser validates the fields in `children`. */}
      <form {...formProps} noValidate={false}>
        {children && <div className="action-consequence">{children}</div>}
        <TextArea
          label={t(asksReason ? 'backstage:action.reason' : 'backstage:action.why')}
          hint={t(asksReason ? 'backstage:action.reasonHint' : 'backstage:action.whyHint')}
          rows={asksReason ? 3 : 2}
          required={asksReason}
          maxLength={MAX_REASON_LENGTH}
          {...field('reason', asksReason ? { validate: filled } : {})}
        />
        <DialogEnd label={label} busy={isBusy} disabled={disabled || isMissing} onCancel={onClose} />
      </form>
    </Modal>
  )
}
