import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '@toile/contracts/notifications/notifications'
import { Button } from '../../ui/Button.js'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { Loading } from '../../ui/Skeleton.js'
import { NotificationRow } from './NotificationRow.js'
import { useNotifications, type ListTab } from './use-notifications.js'

const AppealButton = lazy(async () => ({ default: (await import('../appeals/AppealButton.js')).AppealButton }))

const hidden = new Set(['hidden', 'commentHidden'])

/**
 * What the user may appeal against: the id of the hidden work or comment, or the id of the action that warned the user
 * or cleared the profile. Undefined for all other notifications.
 */
function appealable({ kind, params, subject }: Notification): string | undefined {
  if (kind !== 'moderation') return undefined
  if (hidden.has(String(params['result']))) return subject?.id
  return params['action']?.toString()
}

export function NotificationList({ tab }: { tab: ListTab }) {
  const { t } = useTranslation()
  const { list, items, arrived, unread, read, readAll } = useNotifications(tab)
  const showNew = () => {
    scrollTo({ top: 0 })
    void list.refetch()
  }
  return (
    <>
      <div role="status" className="notifications-arrived">
        {arrived > 0 && (
          <Button variant="filled" busy={list.isFetching} onClick={showNew}>
            {t('notifications.arrived', { count: arrived })}
          </Button>
        )}
      </div>
      {unread > 0 && (
        <p className="notifications-bar">
          <Button variant="quiet" onClick={() => readAll.mutate()}>
            {t('notifications.readAll')}
          </Button>
        </p>
      )}
      {list.isError && !items && <LoadFailed text={t('notifications.failed')} of={list} />}
      {list.isPending && <Loading height={320} />}
      {items?.length === 0 && <Notice text={t(`notifications.empty.${tab}`)} />}
      <ul className="notification-list">
        {items?.map((item) => {
          const against = appealable(item)
          return (
            <li key={item.id}>
              <NotificationRow item={item} onOpen={() => item.read || read.mutate(item)} />
              {against && (
                <Suspense fallback={null}>
                  <AppealButton id={against} />
                </Suspense>
              )}
            </li>
          )
        })}
      </ul>
      <MoreButton list={list} className="notifications-more" />
    </>
  )
}
