import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/Dialog.js'
import { useDeed } from './use-deed.js'

/** A button that asks first, says what will happen, and does it. */
export function DeedButton({
  label,
  consequence,
  deed,
}: {
  label: string
  /** What follows, in a sentence. */
  consequence: string
  deed: () => Promise<unknown>
}) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useDeed()
  const close = () => setAsking(false)
  const act = async () => {
    if (await run(deed)) close()
  }
  return (
    <>
      <Button className="button-small" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Dialog title={label} onClose={close}>
          <p className="deed-consequence">{consequence}</p>
          <p className="muted deed-noted">{t('queues.deeds.noted')}</p>
          <div className="dialog-end">
            <Button onClick={close}>{t('queues.deeds.cancel')}</Button>
            <Button look="filled" busy={isBusy} onClick={() => void act()}>
              {label}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
