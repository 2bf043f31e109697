import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { ActionButton } from '../actions/ActionButton.js'

interface ContentActionsProps {
  isPublished: boolean
  /** What follows from each, in a sentence. */
  withdrawMeans: string
  deleteMeans: string
  /** Resolves with what it still lacks, in a sentence; with undefined once it is published. */
  publish: () => Promise<string | undefined>
  withdraw: (reason: string) => Promise<unknown>
  remove: (reason: string) => Promise<unknown>
}

/** Shows something to everyone, takes it back with a reason, or deletes it while nobody sees it. */
export function ContentActions({ isPublished, publish, withdraw, remove, ...means }: ContentActionsProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [lacks, setLacks] = useState<string>()
  async function show() {
    setBusy(true)
    setLacks(await publish())
    setBusy(false)
  }
  return (
    <div className="content-actions">
      {isPublished ? (
        <ActionButton
          label={t('content-backstage:content.withdraw')}
          consequence={means.withdrawMeans}
          asksReason
          action={withdraw}
        />
      ) : (
        <>
          <ActionButton
            label={t('content-backstage:content.delete')}
            consequence={means.deleteMeans}
            asksReason
            action={remove}
          />
          <Button variant="filled" className="button-small" busy={isBusy} onClick={() => void show()}>
            {t('content-backstage:content.publish')}
          </Button>
        </>
      )}
      {lacks && !isPublished && (
        <p role="alert" className="field-error">
          {lacks}
        </p>
      )}
    </div>
  )
}
