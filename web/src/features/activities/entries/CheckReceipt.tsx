import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '@toile/contracts/activities/activity-entries'
import { Button } from '../../../ui/Button.js'
import { FileInput } from '../../../ui/forms/FileInput.js'
import { formatBytes, formatTime } from '../../../ui/format.js'
import { checkReceipt, receiptOf, ReceiptStatusText } from './receipts.js'
import './my-entries.css'

export function CheckReceipt() {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const check = useMutation({
    async mutationFn(file: File) {
      const receipt = receiptOf(await file.text())
      return { receipt, status: receipt ? await checkReceipt(receipt) : ('unreadable' as const) }
    },
  })
  const shown = check.data
  return (
    <section className="check-receipt" aria-labelledby="check-receipt">
      <h2 id="check-receipt">{t('activities:check.title')}</h2>
      <p>{t('activities:check.lead')}</p>
      <Button busy={check.isPending} onClick={() => picker.current?.click()}>
        {t(check.isPending ? 'activities:check.checking' : 'activities:check.choose')}
      </Button>
      <FileInput
        ref={picker}
        accept="application/json,.json"
        data-testid="receipt-file"
        onFiles={([file]) => check.mutate(file)}
      />
      <p role="status">{shown && <ReceiptStatusText status={shown.status} />}</p>
      {shown?.receipt && shown.status !== 'forged' && <ReceiptFacts receipt={shown.receipt} />}
    </section>
  )
}

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  return (
    <dl className="receipt-facts">
      <dt>{t('activities:check.entered')}</dt>
      <dd>{formatTime(receipt.submittedAt)}</dd>
      <dt>{t('activities:check.version')}</dt>
      <dd>{receipt.version}</dd>
      {receipt.words && (
        <div>
          <dt>{t('activities:check.words')}</dt>
          <Fingerprint sha256={receipt.words} />
        </div>
      )}
      {receipt.files.map(({ kind, bytes, sha256 }, i) => (
        <div key={i}>
          <dt>
            {t(`activities:check.kinds.${kind}`)}, {formatBytes(bytes)}
          </dt>
          <Fingerprint sha256={sha256} />
        </div>
      ))}
    </dl>
  )
}

function Fingerprint({ sha256 }: { sha256: string }) {
  const { t } = useTranslation()
  return (
    <dd>
      <span className="visually-hidden">{t('activities:check.fingerprint')} </span>
      <code>{sha256}</code>
    </dd>
  )
}
