import { useTranslation } from 'react-i18next'
import { useEffect, useRef, useState } from 'react'
import { conversationBoxes, type ConversationBox } from '@toile/contracts/messages/messages.constants'
import { paths } from '../../lib/paths.js'
import { Link, useSearchParams } from '../../lib/router.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { ConversationRow } from './ConversationRow.js'
import { Thread } from './Thread.js'
import { useLiveMessages } from './use-live-messages.js'
import { api } from '../../lib/api.js'
import { useLive } from '../../lib/socket.js'
import { usePaged } from '../../lib/paged.js'
import { conversationsKey } from './cache.js'
import { knownOf, missedSince, type Known } from './missed.js'
import '../../ui/tabs.css'
import './conversations.css'

/** `with` in the address is the id of the other user, or of the work that moderators write about. */
export function Conversations() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  useLiveMessages()
  const openId = search.get('with') ?? undefined
  const box: ConversationBox = search.get('box') === 'requests' ? 'requests' : 'inbox'
  const { query, conversations, requests, missed, clearMissed } = useConversations(box, openId)
  const to = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value)
      else next.delete(name)
    return { search: next.toString() }
  }
  const isEmpty = conversations?.length === 0
  return (
    <div className="conversations">
      <div className="conversations-side">
        <nav className="tabs" aria-label={t('messages.boxes')}>
          {conversationBoxes.map((one) => (
            <Link
              key={one}
              to={to({ box: one === 'inbox' ? undefined : one })}
              aria-current={one === box ? 'page' : undefined}
            >
              {one === 'inbox' ? t('messages.inbox') : t('messages.requests')}
              {one === 'requests' && requests > 0 && <span className="unread tabular">{requests}</span>}
            </Link>
          ))}
        </nav>
        <div role="status">
          {missed > 0 && (
            <p className="messages-away">
              {t('messages.away', { count: missed })}
              <Button variant="quiet" onClick={clearMissed}>
                {t('messages.seen')}
              </Button>
            </p>
          )}
        </div>
        {query.isError && !conversations && <LoadFailed text={t('messages.failed')} of={query} />}
        {query.isPending && (
          <div role="status" aria-label={t('app.loading')} className="conversations-loading">
            {[0, 1, 2].map((i) => (
              <Skeleton key={i} height={64} />
            ))}
          </div>
        )}
        {isEmpty && <p className="muted">{t(box === 'inbox' ? 'messages.empty' : 'messages.noRequests')}</p>}
        <ul>
          {conversations?.map((one) => (
            <ConversationRow
              key={one.conversationWith}
              conversation={one}
              to={to({ with: one.conversationWith })}
              isOpen={one.conversationWith === openId}
            />
          ))}
        </ul>
        <MoreButton list={query} />
      </div>
      <div className="conversations-open">
        {openId ? (
          <Thread key={openId} withId={openId} />
        ) : (
          <Notice text={t(isEmpty && box === 'inbox' ? 'messages.begin' : 'messages.choose')}>
            {isEmpty && box === 'inbox' && <ButtonLink to={paths.creators()}>{t('messages.searchUsers')}</ButtonLink>}
          </Notice>
        )}
      </div>
    </div>
  )
}

/** The conversations, latest first. `missed` counts the messages that arrived while offline, except from `openId`. */
function useConversations(box: ConversationBox, openId: string | undefined) {
  const query = usePaged([...conversationsKey, box], (cursor, options) =>
    api.listConversations({ box, cursor }, options),
  )
  const conversations = query.data?.pages.flatMap(({ items }) => items)

  // If a fetch returns a higher unread count than the known one, the difference counts as missed.
  const known = useRef<Known<ConversationBox>>(undefined)
  const [missed, setMissed] = useState(0)
  useLive('message:new', ({ conversationWith, mine }) => {
    const unread = known.current?.unread
    // A conversation of a page that is not loaded moves up with all its unread messages. None of them was missed.
    if (!mine) unread?.set(conversationWith, (unread.get(conversationWith) ?? Infinity) + 1)
  })
  useEffect(() => {
    if (!query.data) return
    const { pages } = query.data
    const more = missedSince(known.current, box, pages, openId)
    known.current = knownOf(box, pages)
    if (more > 0) setMissed((count) => count + more)
  }, [query.data, box, openId])

  return {
    query,
    conversations,
    requests: query.data?.pages[0]?.requests ?? 0,
    missed,
    clearMissed: () => setMissed(0),
  }
}
