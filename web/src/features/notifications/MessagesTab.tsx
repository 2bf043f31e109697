import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.js'

/** The place of private messages (features/messages/Conversations). */
export function MessagesTab() {
  const { t } = useTranslation()
  return <Notice text={t('notifications.empty.messages')} />
}
