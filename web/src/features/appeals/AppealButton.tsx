import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { toast } from '../../ui/toasts/toasts.js'
import { AppealForm } from './AppealForm.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('appeals')

/** `id` identifies the user's hidden work or comment, or a moderation action. */
export function AppealButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="button-small" variant="quiet" onClick={() => setOpen(true)}>
        {t('appeals:title')}
      </Button>
      {isOpen && (
        <Dialog title={t('appeals:title')} onClose={() => setOpen(false)}>
          <AppealForm
            draftKey={id}
            send={(text) => api.appeal({ id, text })}
            onSent={() => {
              setOpen(false)
              toast('success', t('appeals:sent'))
            }}
          >
            <Button onClick={() => setOpen(false)}>{t('common.cancel')}</Button>
          </AppealForm>
        </Dialog>
      )}
    </>
  )
}
