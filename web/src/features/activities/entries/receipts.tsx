import { useTranslation } from 'react-i18next'
import type { Receipt } from '@toile/contracts/activities/activity-entries'
import { api, ApiError } from '../../../lib/api.js'
import { saveBlob } from '../../../lib/save-blob.js'

export type ReceiptStatus = 'stands' | 'gone' | 'forged' | 'unreadable'

/** A malformed receipt counts as forged, and so does the receipt of an unknown activity. */
export async function checkReceipt({
  activityId,
  signed,
  signature,
}: Pick<Receipt, 'activityId' | 'signed' | 'signature'>): Promise<ReceiptStatus> {
  try {
    const { genuine, stands } = await api.checkReceipt({ id: activityId, signed, signature })
    if (!genuine) return 'forged'
    return stands ? 'stands' : 'gone'
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return 'forged'
    throw error
  }
}

export function receiptOf(text: string): Receipt | undefined {
  try {
    const read = JSON.parse(text) as Partial<Receipt> | null
    const isReceipt = [read?.activityId, read?.signed, read?.signature].every((part) => typeof part === 'string')
    return isReceipt ? (read as Receipt) : undefined
  } catch {
    return undefined
  }
}

export function saveReceipt(receipt: Receipt): void {
  const blob = new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' })
  saveBlob(blob, `receipt-${receipt.workId}.json`)
}

export function ReceiptStatusText({ status }: { status: ReceiptStatus }) {
  const { t } = useTranslation()
  return (
    <span className="receipt-verdict" data-verdict={status}>
      {t(`activities:check.${status}`)}
    </span>
  )
}
