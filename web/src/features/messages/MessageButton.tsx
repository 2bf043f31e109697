import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goToSignIn } from '../../lib/request.js'
import { useSession } from '../../lib/session.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { paths } from '../../lib/paths.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { Thread } from './Thread.js'

export function MessageButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const signedIn = useSession() !== undefined
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => (signedIn ? setOpen(true) : void goToSignIn())}>{t('messages.message')}</Button>
      {isOpen && <MessageDialog withId={id} name={name} close={() => setOpen(false)} />}
    </>
  )
}

function MessageDialog({ withId, name, close }: { withId: string; name: string; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('messages.to', { name })} onClose={close}>
      <div className="message-dialog">
        <Thread withId={withId} />
      </div>
      <div className="dialog-end">
        <ButtonLink variant="quiet" to={paths.notifications('messages', withId)}>
          {t('messages.all')}
        </ButtonLink>
        <Button onClick={close}>{t('common.close')}</Button>
      </div>
    </Dialog>
  )
}
