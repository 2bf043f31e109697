import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '@toile/contracts/messages/messages'
import { api, resultOf } from '../../lib/api.js'
import { useSearchParams } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'
import { refreshConversations } from './cache.js'
import { useBlock } from './use-block.js'
import { useConversationName } from './use-conversation-name.js'

/** What one may do with the first message of a stranger. */
export function RequestBar({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const [, setSearch] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const { isBusy, block } = useBlock(conversation)
  const name = useConversationName()(conversation)
  const { conversationWith: userId } = conversation
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work()
    await refreshConversations()
    setBusy(false)
  }
  const leave = (name: 'box' | 'with') =>
    setSearch((search) => {
      search.delete(name)
      return search
    })
  return (
    <div className="request-bar">
      <p>{t('messages.request', { name })}</p>
      <div>
        <Button
          variant="filled"
          busy={busy}
          onClick={() => void act(() => resultOf(api.acceptConversation({ userId }))).then(() => leave('box'))}
        >
          {t('messages.accept')}
        </Button>
        <Button
          busy={busy}
          onClick={() => void act(() => resultOf(api.ignoreConversation({ userId }))).then(() => leave('with'))}
        >
          {t('messages.ignore')}
        </Button>
        <Button busy={isBusy} onClick={() => void block(true)}>
          {t('messages.block')}
        </Button>
      </div>
    </div>
  )
}
