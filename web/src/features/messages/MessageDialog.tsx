import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { Thread } from './Thread.js'

/** The conversation with a person, over the page that one is on. */
export function MessageDialog({ withId, name, close }: { withId: string; name: string; close: () => void }) {
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
        <Button onClick={close}>{t('messages.close')}</Button>
      </div>
    </Dialog>
  )
}
