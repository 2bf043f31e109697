import { useTranslation } from 'react-i18next'
import type { Conversation } from '@toile/contracts/messages/messages'

export function useConversationName(): (conversation: Conversation) => string {
  const { t } = useTranslation()
  return ({ person, kind }) => {
    if (kind === 'moderation') return t('messages.moderators')
    return person ? person.nickname || person.name : t('app.deletedAccount')
  }
}
