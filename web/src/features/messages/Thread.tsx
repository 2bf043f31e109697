import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import type { Conversation } from '@toile/contracts/messages/messages'
import { ApiError, api } from '../../lib/api.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Loading } from '../../ui/Skeleton.js'
import { MessageForm } from './MessageForm.js'
import { MessageList } from './MessageList.js'
import { useLiveMessages } from './use-live-messages.js'
import { useThread } from './use-thread.js'
import { useSearchParams } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'
import { WorkLink } from '../works/WorkLink.js'
import { UserLink } from '../creators/UserLink.js'
import { ReportDialog } from '../reports/ReportDialog.js'
import { useBlock } from './use-block.js'
import { useConversationName } from './use-conversation-name.js'
import { useMutation } from '@tanstack/react-query'
import { refreshConversations } from './cache.js'
import './messages.css'

export function Thread({ withId }: { withId: string }) {
  const { t } = useTranslation()
  useLiveMessages()
  const { query, thread, loadOlder } = useThread(withId)
  if (!thread && query.error) {
    const isNobody = query.error instanceof ApiError && [404, 422].includes(query.error.status)
    if (isNobody) return <p className="muted messages-nobody">{t('messages.nobody')}</p>
    return <LoadFailed text={t('messages.failed')} of={query} />
  }
  if (!thread) return <Loading className="thread" height={40} />
  const { conversation } = thread
  return (
    <div className="thread">
      <ThreadHead conversation={conversation} />
      <MessageList thread={thread} loadOlder={loadOlder} />
      {conversation.standing === 'request' && !conversation.blocked ? (
        <RequestBar conversation={conversation} />
      ) : (
        <MessageForm conversation={conversation} />
      )}
    </div>
  )
}

function ThreadHead({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const name = useConversationName()(conversation)
  const [reporting, setReporting] = useState(false)
  const block = useBlock(conversation)
  const { person, work, blocked } = conversation
  return (
    <div className="thread-head">
      {person ? (
        <UserLink user={person} />
      ) : (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      )}
      {work && (
        <span>
          {t('messages.about')} <WorkLink id={work.title && work.id} title={work.title || t('messages.workGone')} />
        </span>
      )}
      {person && (
        <div className="thread-actions">
          <Button variant="quiet" onClick={() => setReporting(true)}>
            {t('reports.report')}
          </Button>
          {!blocked && (
            <Button variant="quiet" busy={block.isPending} onClick={() => block.mutate(true)}>
              {t('messages.block')}
            </Button>
          )}
        </div>
      )}
      {reporting && person && <ReportDialog kind="user" id={person.id} close={() => setReporting(false)} />}
    </div>
  )
}

function RequestBar({ conversation }: { conversation: Conversation }) {
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
