import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getRouter } from '../../../lib/navigation.js'
import { Button } from '../../../ui/Button.js'
import { Modal } from '../../../ui/antd/Modal.js'

type Blocker = ReturnType<NonNullable<ReturnType<typeof getRouter>>['getBlocker']>

export function UnsavedChangesGuard({ isUnsaved }: { isUnsaved: boolean }) {
  // React Router asks only the blocker that was added last. If several forms have unsaved changes, only the form that
  // became unsaved last asks the user.
  const key = useId()
  const [held, setHeld] = useState<Blocker>()
  useEffect(() => {
    const router = getRouter()
    if (!isUnsaved || !router) return
    // These are the calls that React Router's useBlocker() makes. An import of the hook would add it to a file that
    // every visitor loads.
    router.getBlocker(key, ({ currentLocation, nextLocation }) => {
      const addressOf = ({ pathname, search }: typeof currentLocation) => pathname + search
      return addressOf(currentLocation) !== addressOf(nextLocation)
    })
    const stop = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(key)
      setHeld(blocker?.state === 'blocked' ? blocker : undefined)
    })
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('beforeunload', warn)
      stop()
      router.deleteBlocker(key)
      setHeld(undefined)
    }
  }, [isUnsaved, key])
  if (!held) return null
  return <LeaveDialog stay={() => held.reset?.()} leave={() => held.proceed?.()} />
}

/** A drawer with unsaved changes also shows this dialog when it is closed. */
export function LeaveDialog({ stay, leave }: { stay: () => void; leave: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal title={t('content-backstage:content.leave.title')} onClose={stay}>
      <p>{t('content-backstage:content.leave.text')}</p>
      <div className="dialog-end">
        <Button onClick={leave}>{t('content-backstage:content.leave.discard')}</Button>
        <Button variant="filled" data-autofocus onClick={stay}>
          {t('content-backstage:content.leave.stay')}
        </Button>
      </div>
    </Modal>
  )
}
