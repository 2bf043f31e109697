import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as activityEntryRoutes from '@toile/contracts/activities/activity-entries.paths'
import type { BackstageEntry } from '@toile/contracts/activities/activities-backstage'
import { call, FAILED } from '../../../lib/api.js'
import { Button } from '../../../ui/Button.js'
import { saveReceipt } from '../../activities/entries/receipts.js'

/** Downloads the receipt of an entry. */
export function ReceiptButton({ entry: { activityId, workId, title } }: { entry: BackstageEntry }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    const result = await call(activityEntryRoutes.getReceipt)({ id: activityId, workId })
    setBusy(false)
    if (result.code !== FAILED) saveReceipt(result.data)
  }
  return (
    <Button
      variant="quiet"
      className="button-small"
      busy={isBusy}
      aria-label={t('activities:receiptOf', { what: t('activities-backstage:entry.receipt'), title })}
      onClick={() => void download()}
    >
      {t('activities-backstage:entry.receipt')}
    </Button>
  )
}
