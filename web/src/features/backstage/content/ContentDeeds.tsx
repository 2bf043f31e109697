import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { DeedButton } from '../deeds/DeedButton.js'

interface ContentDeedsProps {
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
export function ContentDeeds({ isPublished, publish, withdraw, remove, ...means }: ContentDeedsProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [lacks, setLacks] = useState<string>()
  async function show() {
    setBusy(true)
    setLacks(await publish())
    setBusy(false)
  }
  return (
    <div className="content-deeds">
      {isPublished ? (
        <DeedButton label={t('content.withdraw')} consequence={means.withdrawMeans} asksReason deed={withdraw} />
      ) : (
        <>
          <DeedButton label={t('content.delete')} consequence={means.deleteMeans} asksReason deed={remove} />
          <Button look="filled" className="button-small" busy={isBusy} onClick={() => void show()}>
            {t('content.publish')}
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
