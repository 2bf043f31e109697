import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageEntry } from '@toile/contracts/activities/activities-backstage'
import { api, resultOf } from '../../../lib/api.js'
import { FAILED } from '../../../lib/request.js'
import { Button } from '../../../ui/Button.js'
import { saveReceipt } from '../../activities/entries/receipts.js'

/** Downloads the receipt of an entry. */
export function ReceiptButton({ entry: { activityId, workId, title } }: { entry: BackstageEntry }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    const result = await resultOf(api.getReceipt({ id: activityId, workId }))
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
