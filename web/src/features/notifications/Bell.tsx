import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Unread } from '@toile/contracts/notifications/notifications'
import { navigateTo } from '../../lib/navigation.js'
import { paths } from '../../lib/paths.js'
import { NavLink, useLocation } from '../../lib/router.js'
import { useIsLive, useLive } from '../../lib/socket.js'
import { BellIcon } from './BellIcon.js'
import { toast } from '../../ui/toasts/toasts.js'
import { countText } from './count-text.js'
import { useUnread } from './use-unread.js'
import './bell.css'

const FAILED = /_failed$/

export function Bell() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { unread, receivedAtMs } = useUnread()
  const count = totalOf(unread)
  const isOnNotifications = pathname === paths.notifications()
  useLive('notification:new', ({ kind, message, path, hidden }) => {
    if (hidden || isOnNotifications) return
    const action = path ? { label: t('notifications.bell.open'), act: () => void navigateTo(path) } : undefined
    toast(FAILED.test(kind) ? 'warn' : 'success', message, { action })
  })
  useMissedToast(unread, receivedAtMs)
  return (
    <NavLink
      to={paths.notifications()}
      className="bell"
      aria-label={count > 0 ? t('notifications.bell.some', { text: countText(count) }) : t('notifications.title')}
    >
      <BellIcon />
      {count > 0 && (
        <span className="bell-count tabular" aria-hidden="true">
          {countText(count)}
        </span>
      )}
    </NavLink>
  )
}

const totalOf = (unread: Unread | undefined) => (unread ? unread.notifications + unread.comments + unread.messages : 0)

/** After a reconnect, the unread counts are refetched. If they have grown, a toast shows by how much. */
function useMissedToast(unread: Unread | undefined, receivedAtMs: number): void {
  const { t } = useTranslation()
  const live = useIsLive()
  const before = useRef<{ count: number; receivedAtMs: number }>(undefined)
  const wasOffline = useRef(false)
  useEffect(() => {
    if (live === false) wasOffline.current = true
  }, [live])
  useEffect(() => {
    if (!unread || before.current?.receivedAtMs === receivedAtMs) return
    const missed = totalOf(unread) - (before.current?.count ?? totalOf(unread))
    before.current = { count: totalOf(unread), receivedAtMs }
    if (wasOffline.current && missed > 0) toast('success', t('notifications.cameMeanwhile', { count: missed }))
    wasOffline.current = false
  }, [unread, receivedAtMs, t])
}
