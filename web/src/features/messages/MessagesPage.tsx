import { useTranslation } from 'react-i18next'
import { PageHeading } from '../../ui/PageHeading.js'
import { Conversations } from './Conversations.js'

/** My conversations, as a page of the account. */
export function MessagesPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeading title={t('messages.title')} />
      <Conversations />
    </>
  )
}
