import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationTabs, type NotificationTab } from '@toile/contracts/notifications/notifications.constants'
import { paths } from '../../lib/paths.js'
import { Link, useSearchParams } from '../../lib/router.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { countText } from './count-text.js'
import { NotificationList } from './NotificationList.js'
import { useUnread } from './use-unread.js'
import '../../ui/narrow.css'
import '../../ui/tabs.css'
import './notifications.css'

const Conversations = lazy(async () => ({ default: (await import('../messages/Conversations.js')).Conversations }))
const PreferencesForm = lazy(async () => ({ default: (await import('./PreferencesForm.js')).PreferencesForm }))

export function NotificationsPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const asked = search.get('tab')
  const isSettings = asked === 'settings'
  const tab = notificationTabs.find((one) => one === asked) ?? 'notifications'
  const { unread } = useUnread()
  const countOf = (one: NotificationTab) => (one === 'sent' ? 0 : (unread?.[one] ?? 0))
  return (
    <div className="notifications narrow">
      <PageHeading title={t('notifications.title')} />
      <nav className="tabs" aria-label={t('notifications.tabsLabel')}>
        {notificationTabs.map((one) => (
          <Link
            key={one}
            to={paths.notifications(one)}
            preventScrollReset
            aria-current={!isSettings && one === tab ? 'page' : undefined}
          >
            {t(`notifications.tabs.${one}`)}
            {countOf(one) > 0 && <span className="tab-count tabular">{countText(countOf(one))}</span>}
          </Link>
        ))}
        <Link
          className="notifications-settings"
          to={paths.notifications('settings')}
          preventScrollReset
          aria-current={isSettings ? 'page' : undefined}
        >
          {t('notifications.settings')}
        </Link>
      </nav>
      {isSettings ? (
        <Suspense fallback={<Skeleton height={480} />}>
          <PreferencesForm />
        </Suspense>
      ) : tab === 'messages' ? (
        <Suspense fallback={<Skeleton height={480} />}>
          <Conversations />
        </Suspense>
      ) : (
        <NotificationList key={tab} tab={tab} />
      )}
    </div>
  )
}
