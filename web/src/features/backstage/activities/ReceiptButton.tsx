import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageEntry } from '@toile/contracts/activities/activities-backstage'
import { call, FAILED } from '../../../lib/api.js'
import { Button } from '../../../ui/Button.js'
import { saveReceipt } from '../../activities/entries/receipts.js'
import type { Routes } from '@toile/contracts/routes'

/** Downloads the receipt of an entry. */
export function ReceiptButton({ entry: { activityId, workId, title } }: { entry: BackstageEntry }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    const path = `/activities/${activityId}/submissions/${workId}/receipt` as const
    const result = await call<Routes['getReceipt']>('GET', path)
    setBusy(false)
    if (result.code !== FAILED) saveReceipt(result.data)
  }
  return (
    <Button
      variant="quiet"
      className="button-small"
      busy={isBusy}
      aria-label={t('activities.receiptOf', { what: t('activityBackstage.entry.receipt'), title })}
      onClick={() => void download()}
    >
      {t('activityBackstage.entry.receipt')}
    </Button>
  )
}
