import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageActivity } from '@toile/contracts/activities/activities-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link } from '../../../lib/router.js'
import { NotFound } from '../../../ui/ErrorPage.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { PhaseTimeline } from '../../activities/PhaseTimeline.js'
import { isNotFound } from '../../works/use-work.js'
import { ActivityActions } from './ActivityActions.js'
import { changesOf, draftOf } from './draft.js'
import { backstageActivityPaths, backstageActivityTabs, type BackstageActivityTab } from './paths.js'
import { ActivityStatusChip } from './ActivityStatusChip.js'
import { backstageActivityKey, useBackstageActivity } from './use-backstage-activity.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import '../../../ui/tabs.css'
import '../../activities/activities.css'
import '../../activities/activity-page.css'

await loadNamespaces('content-backstage')

// These are separate chunks, because one tab needs a table, and the other tab needs select and date fields.
const LeaderboardTab = lazy(async () => ({ default: (await import('./LeaderboardTab.js')).LeaderboardTab }))
const ActivityForm = lazy(async () => ({ default: (await import('./ActivityForm.js')).ActivityForm }))

export function ActivityPage({ id, tab }: { id: string; tab: BackstageActivityTab }) {
  const { t } = useTranslation()
  const query = useBackstageActivity(id)
  const { data: activity, error } = query
  if (isNotFound(error)) return <NotFound />
  if (error && !activity) return <LoadFailed text={t('activities-backstage:oneFailed')} of={query} />
  if (!activity) return <Skeleton height={640} />
  return (
    <>
      <p className="backstage-back">
        <Link to={backstageActivityPaths.list}>{t('activities-backstage:back')}</Link>
      </p>
      <div className="backstage-activity-head">
        <div>
          <PageHeading title={activity.title} />
          <ActivityStatusChip activity={activity} />
        </div>
        <ActivityActions activity={activity} />
      </div>
      <PhaseTimeline activity={activity} />
      <nav className="tabs" aria-label={t('activities-backstage:tabsLabel')}>
        {backstageActivityTabs.map((one) => (
          <Link
            key={one}
            to={backstageActivityPaths.one(id, one)}
            preventScrollReset
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(`activities-backstage:tabs.${one}`)}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Skeleton height={640} />}>
        {tab === 'standing' ? <LeaderboardTab activity={activity} /> : <EditTab activity={activity} />}
      </Suspense>
    </>
  )
}

function EditTab({ activity }: { activity: BackstageActivity }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const start = draftOf(activity)
  return (
    <ActivityForm
      start={start}
      saved={activity}
      locked={Object.fromEntries(activity.locked.map(({ field, message }) => [field, message]))}
      button={t('activities-backstage:save')}
      send={(draft, options) => backstageApi.updateActivity({ id: activity.id, ...changesOf(start, draft) }, options)}
      onSent={(saved) => {
        queryClient.setQueryData([...backstageActivityKey(activity.id), 'itself'], saved)
        toast('success', t('activities-backstage:saved'))
      }}
    />
  )
}
