import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as activityEntryRoutes from '@toile/contracts/activities/activity-entries.paths'
import type { Receipt } from '@toile/contracts/activities/activity-entries'
import { call, FAILED } from '../../../lib/api.js'
import { Button } from '../../../ui/Button.js'
import { checkReceipt, ReceiptStatusText, saveReceipt, type ReceiptStatus } from './receipts.js'

/** The receipt of an entry: downloaded as it stands, or checked at once. */
export function OwnReceipt({ activityId, workId, title }: { activityId: string; workId: string; title: string }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [status, setStatus] = useState<ReceiptStatus>()
  async function withReceipt(act: (receipt: Receipt) => Promise<void> | void) {
    setBusy(true)
    const result = await call(activityEntryRoutes.getReceipt)({ id: activityId, workId })
    if (result.code !== FAILED) await act(result.data)
    setBusy(false)
  }
  const label = (what: string) => t('activities:receiptOf', { what, title })
  return (
    <>
      <div className="my-entry-receipt">
        <Button busy={busy} aria-label={label(t('activities:receipt'))} onClick={() => void withReceipt(saveReceipt)}>
          {t('activities:receipt')}
        </Button>
        <Button
          variant="quiet"
          busy={busy}
          aria-label={label(t('activities:checkOwn'))}
          onClick={() => void withReceipt(async (receipt) => setStatus(await checkReceipt(receipt)))}
        >
          {t('activities:checkOwn')}
        </Button>
      </div>
      <p role="status">{status && <ReceiptStatusText status={status} />}</p>
    </>
  )
}
