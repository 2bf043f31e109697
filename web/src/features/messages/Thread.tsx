import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../lib/api.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { MessageForm } from './MessageForm.js'
import { MessageList } from './MessageList.js'
import { RequestBar } from './RequestBar.js'
import { ThreadHead } from './ThreadHead.js'
import { useLiveMessages } from './use-live-messages.js'
import { useThread } from './use-thread.js'
import './messages.css'

/** A conversation: with whom, what was said, and the place to say more, or why one cannot. */
export function Thread({ withId }: { withId: string }) {
  const { t } = useTranslation()
  useLiveMessages()
  const { query, thread, loadOlder } = useThread(withId)
  if (!thread && query.error) {
    const isNobody = query.error instanceof CallFailure && [404, 422].includes(query.error.failed.status)
    if (isNobody) return <p className="muted messages-nobody">{t('messages.nobody')}</p>
    return <LoadFailed text={t('messages.failed')} reason={query.error.message} retry={() => void query.refetch()} />
  }
  if (!thread)
    return (
      <div role="status" aria-label={t('app.loading')} className="thread">
        <Skeleton height={40} />
      </div>
    )
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
