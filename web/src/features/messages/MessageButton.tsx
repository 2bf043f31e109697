import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goToSignIn } from '../../lib/api.js'
import { useSession } from '../../lib/session.js'
import { Button } from '../../ui/Button.js'
import { MessageDialog } from './MessageDialog.js'

/** Opens the conversation with a person over their page; a visitor is asked to sign in. */
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
