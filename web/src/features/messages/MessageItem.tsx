import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '@toile/contracts/messages/messages'
import { Picture } from '../../ui/Picture.js'
import { ReportDialog } from '../reports/ReportDialog.js'
import { refreshImageLinks } from './cache.js'
import { formatClock } from './clock.js'

/** Shows a message as plain text: links in it cannot be clicked. */
export function MessageItem({
  message,
  name,
  isRequest,
  state,
}: {
  message: Message
  name: string
  /** Whether the conversation is an unaccepted request. The other user's pictures are then hidden until a press. */
  isRequest: boolean
  state?: 'sent' | 'read' | undefined
}) {
  const { t } = useTranslation()
  const [reporting, setReporting] = useState(false)
  const [asked, setAsked] = useState(false)
  // The picture's link is renewed only once, so that a broken picture is not requested again and again.
  const renewed = useRef(false)
  const { mine, body, image, deleted, createdAt, senderId } = message
  return (
    <div className="message" data-mine={mine} data-seq={message.seq}>
      <span className="visually-hidden">{mine ? t('messages.me') : name}</span>
      <div className="message-bubble" data-deleted={deleted}>
        {deleted && t('messages.removed')}
        {image && (
          <div
            className="message-picture"
            style={{ aspectRatio: `${image.width} / ${image.height}` }}
            onErrorCapture={() => {
              if (renewed.current) return
              renewed.current = true
              void refreshImageLinks(message)
            }}
          >
            {isRequest && !mine && !asked ? (
              <button type="button" className="message-veil" onClick={() => setAsked(true)}>
                {t('messages.showPicture')}
              </button>
            ) : (
              <Picture image={image} sizes="320px" alt={t('messages.picture')} />
            )}
          </div>
        )}
        {body && <p dir="auto">{body}</p>}
      </div>
      <p className="message-foot">
        <time dateTime={createdAt}>{formatClock(createdAt)}</time>
        {state && <span className="message-state">{t(`messages.states.${state}`)}</span>}
        {senderId && !mine && (
          <button type="button" onClick={() => setReporting(true)}>
            {t('reports.report')}
          </button>
        )}
      </p>
      {reporting && <ReportDialog kind="message" id={message.id} close={() => setReporting(false)} />}
    </div>
  )
}
