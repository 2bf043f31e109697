import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '@toile/contracts/activities/activity-entries'
import { Button } from '../../../ui/Button.js'
import { FileInput } from '../../../ui/forms/FileInput.js'
import { formatBytes, formatTime } from '../../../ui/format.js'
import { checkReceipt, receiptOf, ReceiptStatusText, type ReceiptStatus } from './receipts.js'
import './my-entries.css'

/** Takes anybody's receipt and says what it is worth, and what it tells of. */
export function CheckReceipt() {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<{ status: ReceiptStatus; receipt?: Receipt | undefined }>()
  async function check(file: File) {
    setBusy(true)
    const receipt = receiptOf(await file.text())
    const status = receipt ? await checkReceipt(receipt) : 'unreadable'
    setShown(status && { status, receipt: status === 'unreadable' ? undefined : receipt })
    setBusy(false)
  }
  return (
    <section className="check-receipt" aria-labelledby="check-receipt">
      <h2 id="check-receipt">{t('activities:check.title')}</h2>
      <p>{t('activities:check.lead')}</p>
      <Button busy={busy} onClick={() => picker.current?.click()}>
        {t(busy ? 'activities:check.checking' : 'activities:check.choose')}
      </Button>
      <FileInput
        ref={picker}
        accept="application/json,.json"
        data-testid="receipt-file"
        onFiles={([file]) => void check(file)}
      />
      <p role="status">{shown && <ReceiptStatusText status={shown.status} />}</p>
      {shown?.receipt && shown.status !== 'forged' && <ReceiptFacts receipt={shown.receipt} />}
    </section>
  )
}

/** What a genuine receipt tells of. */
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
