import { useTranslation } from 'react-i18next'
import type { Conversation } from '@toile/contracts/messages/messages'
import { Link } from '../../lib/router.js'
import { formatDate } from '../../ui/format.js'
import { CubeIcon } from '../../ui/icons.js'
import { Avatar } from '../creators/Avatar.js'
import { formatClock } from './clock.js'
import { useConversationName } from './use-conversation-name.js'

function dayOrClock(at: string): string {
  const day = formatDate(at)
  return day === formatDate(new Date().toISOString()) ? formatClock(at) : day
}

export function ConversationRow({
  conversation,
  to,
  isOpen,
}: {
  conversation: Conversation
  to: { search: string }
  isOpen: boolean
}) {
  const { t } = useTranslation()
  const name = useConversationName()(conversation)
  const { person, work, lastMessage, unread } = conversation
  const text = lastMessage?.deleted
    ? t('messages.removed')
    : lastMessage?.body || (lastMessage?.image ? t('messages.picture') : '')
  return (
    <li>
      <Link to={to} className="conversation" aria-current={isOpen ? 'true' : undefined} replace={isOpen}>
        {person ? (
          <Avatar person={person} size={40} />
        ) : (
          <span className="avatar conversation-nobody">{work && <CubeIcon />}</span>
        )}
        <span className="conversation-name">
          <bdi>{name}</bdi>
          {work && (
            <>
              {' · '}
              <bdi>{work.title || t('messages.workGone')}</bdi>
            </>
          )}
        </span>
        {lastMessage && <time dateTime={lastMessage.createdAt}>{dayOrClock(lastMessage.createdAt)}</time>}
        <span className="conversation-said" dir="auto">
          {lastMessage?.mine ? t('messages.you', { said: text }) : text}
        </span>
        {unread > 0 && (
          <span className="unread tabular">
            {unread}
            <span className="visually-hidden"> {t('messages.unread')}</span>
          </span>
        )}
      </Link>
    </li>
  )
}
