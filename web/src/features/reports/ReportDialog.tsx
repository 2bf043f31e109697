import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_REPORT_LENGTH, type ReportKind } from '@toile/contracts/moderation/reports.constants'
import { api, resultOf } from '../../lib/api.js'
import { FAILED } from '../../lib/request.js'
import { useFormDraft } from '../../lib/form-drafts.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { TextArea } from '../../ui/forms/Field.js'
import { Form } from '../../ui/forms/Form.js'
import { toast } from '../../ui/toasts/toasts.js'

/** Tells the operators what is wrong with a work, a comment or a person. */
export function ReportDialog({ kind, id, close }: { kind: ReportKind; id: string; close: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useFormDraft(`report ${kind} ${id}`, '')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const result = await resultOf(api.createReport({ kind, id, reason }))
    setBusy(false)
    if (result.code === FAILED) return
    setReason('')
    toast('success', t('reports.sent'))
    close()
  }
  return (
    <Dialog title={t('reports.title')} onClose={close}>
      <Form submit={send}>
        <TextArea
          label={t('reports.label')}
          value={reason}
          maxLength={MAX_REPORT_LENGTH}
          required
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="dialog-end">
          <Button onClick={close}>{t('reports.cancel')}</Button>
          <Button type="submit" variant="filled" busy={busy} disabled={reason.trim() === ''}>
            {t('reports.send')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
