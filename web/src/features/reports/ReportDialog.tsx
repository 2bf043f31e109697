import { useTranslation } from 'react-i18next'
import { MAX_REPORT_LENGTH, type ReportKind } from '@toile/contracts/moderation/reports.constants'
import { api } from '../../lib/api.js'
import { textWithin, useApiForm } from '../../lib/forms/api-form.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { TextArea } from '../../ui/forms/Field.js'
import { toast } from '../../ui/toasts/toasts.js'
import { DialogEnd } from '../../ui/dialogs/DialogEnd.js'

export function ReportDialog({ kind, id, close }: { kind: ReportKind; id: string; close: () => void }) {
  const { t } = useTranslation()
  const { form, formProps, field, isBusy } = useApiForm({
    values: { reason: '' },
    draftKey: `report ${kind} ${id}`,
    send: ({ reason }) => api.createReport({ kind, id, reason }),
    onSent() {
      toast('success', t('reports.sent'))
      close()
    },
  })
  return (
    <Dialog title={t('reports.report')} onClose={close}>
      <form {...formProps}>
        <TextArea
          label={t('reports.label')}
          maxLength={MAX_REPORT_LENGTH}
          required
          {...field('reason', { validate: textWithin({ min: 1, max: MAX_REPORT_LENGTH }) })}
        />
        <DialogEnd
          label={t('reports.send')}
          busy={isBusy}
          disabled={form.watch('reason').trim() === ''}
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}
