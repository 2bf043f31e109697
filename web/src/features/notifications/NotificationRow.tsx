import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '@toile/contracts/notifications/notifications'
import { Link } from '../../lib/router.js'
import { formatTime } from '../../ui/format.js'
import { CubeIcon } from '../../ui/icons.js'
import { Avatar } from '../creators/Avatar.js'
import { BellIcon } from './BellIcon.js'

const OF_THINGS = /^(upload|render|video)_/

export function NotificationRow({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const { t } = useTranslation()
  const [actor] = item.actors
  const body = (
    <>
      <span className="notification-who">
        {actor ? (
          <Avatar person={actor} size={40} />
        ) : (
          <span className="notification-mark">{OF_THINGS.test(item.kind) ? <CubeIcon /> : <BellIcon />}</span>
        )}
      </span>
      <span className="notification-text">
        <span className={item.hidden ? 'muted' : undefined}>
          <Emphasised item={item} />
        </span>
        {item.excerpt && (
          <span className="notification-excerpt" dir="auto">
            {item.excerpt}
          </span>
        )}
        <time className="muted" dateTime={item.at}>
          {formatTime(item.at)}
        </time>
      </span>
      {item.pictureUrl && <img className="notification-picture" src={item.pictureUrl} alt="" loading="lazy" />}
      {!item.read && (
        <span className="notification-new">
          <span className="visually-hidden">{t('notifications.unread')}</span>
        </span>
      )}
    </>
  )
  const className = item.read ? 'notification' : 'notification notification-unread'
  if (item.path)
    return (
      <Link className={className} to={item.path} onClick={onOpen}>
        {body}
      </Link>
    )
  // A notification without a link is a button while it is unread, so that a press can mark it as read.
  return item.read ? (
    <div className={className}>{body}</div>
  ) : (
    <button type="button" className={className} onClick={onOpen}>
      {body}
    </button>
  )
}

function Emphasised({ item: { message, actors, title } }: { item: Notification }) {
  const names = [...actors.map(({ nickname, name }) => nickname || name), title].filter(Boolean)
  return partsOf(message, names).map((part, i) =>
    names.includes(part) ? (
      <strong key={i}>
        <bdi>{part}</bdi>
      </strong>
    ) : (
      <Fragment key={i}>{part}</Fragment>
    ),
  )
}

function partsOf(text: string, words: readonly string[]): string[] {
  const [word, ...rest] = words
  if (word === undefined) return [text]
  return text.split(word).flatMap((part, i) => [...(i > 0 ? [word] : []), ...partsOf(part, rest)])
}
