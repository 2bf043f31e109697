import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BackstageEntry } from '@toile/contracts/activities/activities-backstage'
import { api } from '../../../lib/api.js'
import { Button } from '../../../ui/Button.js'
import { saveReceipt } from '../../activities/entries/receipts.js'

export function ReceiptButton({ entry: { activityId, workId, title } }: { entry: BackstageEntry }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => api.getReceipt({ id: activityId, workId }),
    onSuccess: (receipt) => saveReceipt(receipt),
  })
  return (
    <Button
      variant="quiet"
      className="button-small"
      busy={download.isPending}
      aria-label={t('activities:receiptOf', { what: t('activities-backstage:entry.receipt'), title })}
      onClick={() => download.mutate()}
    >
      {t('activities-backstage:entry.receipt')}
    </Button>
  )
}
