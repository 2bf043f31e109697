import { Fragment, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.js'
import { formatDate } from '../../ui/format.js'
import { MessageItem } from './MessageItem.js'
import type { Thread } from './thread.js'
import { useConversationName } from './use-conversation-name.js'
import { useOutbox, removeFromOutbox, retrySend, type OutboxMessage } from './outbox-store.js'

/** New messages scroll the list if it is within this distance of its end. */
const NEAR_PX = 80

/** The list stays at its end unless the user has scrolled up by `NEAR_PX`. */
export function MessageList({ thread, loadOlder }: { thread: Thread; loadOlder: () => Promise<void> }) {
  const { t } = useTranslation()
  const { conversation, messages, older, missed } = thread
  const name = useConversationName()(conversation)
  const sent = new Set(messages.map(({ key }) => key))
  const waiting = useOutbox().filter(({ to, key }) => to === conversation.conversationWith && !sent.has(key))
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const last = `${messages.at(-1)?.seq} ${waiting.length}`
  useLayoutEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  const lastMine = messages.findLast(({ mine }) => mine)?.seq
  return (
    <div
      ref={box}
      className="messages"
      role="log"
      tabIndex={0}
      aria-label={t('messages.to', { name })}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
        (atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX)
      }
    >
      {older && (
        <Button variant="quiet" onClick={() => void loadOlder()}>
          {t('messages.older')}
        </Button>
      )}
      {messages.length + waiting.length === 0 && <p className="muted">{t('messages.empty')}</p>}
      {messages.map((message, index) => {
        const day = formatDate(message.createdAt)
        const isNewDay = index === 0 || day !== formatDate(messages[index - 1]!.createdAt)
        return (
          <Fragment key={message.seq}>
            {isNewDay && <p className="messages-day">{day}</p>}
            {missed?.fromSeq === message.seq && (
              <p className="messages-away">{t('messages.away', { count: missed.count })}</p>
            )}
            <MessageItem
              message={message}
              name={name}
              isRequest={conversation.standing !== 'open'}
              state={message.seq !== lastMine ? undefined : message.seq <= conversation.readSeq ? 'read' : 'sent'}
            />
          </Fragment>
        )
      })}
      {waiting.map((message) => (
        <OutboxItem key={message.key} message={message} />
      ))}
    </div>
  )
}

function OutboxItem({ message: { key, body, imageId, failure } }: { message: OutboxMessage }) {
  const { t } = useTranslation()
  return (
    <div className="message" data-mine data-state={failure === undefined ? 'waiting' : 'failed'}>
      <span className="visually-hidden">{t('messages.me')}</span>
      <div className="message-bubble">
        {imageId && <p className="message-note">{t('messages.picture')}</p>}
        {body && <p>{body}</p>}
      </div>
      <p className="message-foot">
        <span className="message-state">
          {failure === undefined ? t('messages.states.waiting') : t('messages.states.failed', { why: failure })}
        </span>
        {failure !== undefined && (
          <>
            <button type="button" onClick={() => retrySend(key)}>
              {t('common.tryAgain')}
            </button>
            <button type="button" onClick={() => removeFromOutbox(key)}>
              {t('messages.discard')}
            </button>
          </>
        )}
      </p>
    </div>
  )
}
