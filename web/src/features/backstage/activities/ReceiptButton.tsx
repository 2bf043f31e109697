import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { activityEntryRoutes } from '@toile/contracts/activity-entries'
import type { OfficeEntry } from '@toile/contracts/activities-office'
import { call, FAILED } from '../../../api.js'
import { Button } from '../../../ui/Button.js'
import { saveReceipt } from '../../activities/receipts.js'

/** Downloads the receipt of an entry. */
export function ReceiptButton({ entry: { activityId, workId, title } }: { entry: OfficeEntry }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    const path = `/activities/${activityId}/submissions/${workId}/receipt` as const
    const answer = await call<typeof activityEntryRoutes.getReceipt>('GET', path)
    setBusy(false)
    if (answer.code !== FAILED) saveReceipt(answer.data)
  }
  return (
    <Button
      look="quiet"
      className="button-small"
      busy={isBusy}
      aria-label={t('activities.receiptOf', { what: t('activityOffice.entry.receipt'), title })}
      onClick={() => void download()}
    >
      {t('activityOffice.entry.receipt')}
    </Button>
  )
}
