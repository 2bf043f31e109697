import { useTranslation } from 'react-i18next'
import { removeFromOutbox, retrySend, type OutboxMessage } from './outbox-store.js'

/** A message that is not sent yet: that it waits, or why it could not be sent and what one may do about it. */
export function OutboxItem({ message: { key, body, imageId, failure } }: { message: OutboxMessage }) {
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
              {t('messages.again')}
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
