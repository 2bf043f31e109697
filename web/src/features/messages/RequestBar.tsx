import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '@toile/contracts/messages/messages'
import { api } from '../../lib/api.js'
import { useSearchParams } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'
import { refreshConversations } from './cache.js'
import { useBlock } from './use-block.js'
import { useConversationName } from './use-conversation-name.js'

/** What one may do with the first message of a stranger. */
export function RequestBar({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const [, setSearch] = useSearchParams()
  const block = useBlock(conversation)
  const name = useConversationName()(conversation)
  const { conversationWith: userId } = conversation
  const answer = useMutation({
    mutationFn: (accepts: boolean): Promise<unknown> =>
      (accepts ? api.acceptConversation : api.ignoreConversation)({ userId }),
    async onSettled(_, error, accepts) {
      await refreshConversations()
      if (error) return
      setSearch((search) => {
        search.delete(accepts ? 'box' : 'with')
        return search
      })
    },
  })
  return (
    <div className="request-bar">
      <p>{t('messages.request', { name })}</p>
      <div>
        <Button variant="filled" busy={answer.isPending} onClick={() => answer.mutate(true)}>
          {t('messages.accept')}
        </Button>
        <Button busy={answer.isPending} onClick={() => answer.mutate(false)}>
          {t('messages.ignore')}
        </Button>
        <Button busy={block.isPending} onClick={() => block.mutate(true)}>
          {t('messages.block')}
        </Button>
      </div>
    </div>
  )
}
