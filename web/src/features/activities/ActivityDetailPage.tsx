import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { Link, useSearchParams } from '../../lib/router.js'
import { useSession } from '../../lib/session.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Picture } from '../../ui/Picture.js'
import { Loading, Skeleton } from '../../ui/Skeleton.js'
import { isNotFound } from '../works/use-work.js'
import { ActivityDetails } from './ActivityDetails.js'
import { ActivityHead } from './ActivityHead.js'
import { MyEntries } from './entries/MyEntries.js'
import { Participants } from './entries/Participants.js'
import { activityPaths, activityTabs, type ActivityTab } from './paths.js'
import { PhaseTimeline } from './PhaseTimeline.js'
import { useActivity } from './use-activity.js'
import { Winners } from './Winners.js'
import '../../ui/tabs.css'
import './activities.css'
import './activity-page.css'

// JuryRoom is loaded on demand, because only jurors give scores.
const JuryRoom = lazy(() => import('./jury/JuryRoom.js'))
const ratio = imageSizes.banner.width / imageSizes.banner.height

export function ActivityDetailPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useActivity(id)
  if (id === '' || isNotFound(query.error)) return <NotFound />
  if (query.error && !query.data) return <LoadFailed text={t('activities:oneFailed')} of={query} />
  if (!query.data) return <Loading className="activity-page" ratio={ratio} />
  return (
    <ActivityView
      key={id}
      activity={query.data}
      tab={activityTabs.find((one) => one === search.get('tab')) ?? 'details'}
      ask={() => void query.refetch({ cancelRefetch: false })}
    />
  )
}

function ActivityView({ activity, tab, ask }: { activity: Activity; tab: ActivityTab; ask: () => void }) {
  const { t } = useTranslation()
  const isJuror = useSession() !== undefined && activity.mine?.juror === true
  const tabs = activityTabs.filter((one) => one !== 'jury' || isJuror)
  const shown = tabs.includes(tab) ? tab : 'details'
  return (
    <article className="activity-page">
      {/* The tab `jury` has no banner, so that jurors see the works first. */}
      {activity.banner && shown !== 'jury' && (
        <div className="activity-banner" style={{ aspectRatio: ratio }}>
          <Picture image={activity.banner} sizes="100vw" first />
        </div>
      )}
      <ActivityHead
        activity={activity}
        cover={activity.banner || shown === 'jury' ? undefined : activity.cover}
        ask={ask}
      />
      {shown !== 'jury' && <PhaseTimeline activity={activity} />}
      <nav className="tabs" aria-label={t('activities:tabsLabel')}>
        {tabs.map((one) => (
          <Link
            key={one}
            to={activityPaths.detail(activity.id, one)}
            preventScrollReset
            aria-current={one === shown ? 'page' : undefined}
          >
            {t(`activities:tabs.${one}`)}
            {one === 'people' && <span className="muted tabular"> {activity.participants}</span>}
          </Link>
        ))}
      </nav>
      {shown === 'details' && <ActivityDetails activity={activity} />}
      {shown === 'mine' && <MyEntries activity={activity} />}
      {shown === 'people' && <Participants activity={activity} />}
      {shown === 'winners' && <Winners activity={activity} />}
      {shown === 'jury' && (
        <Suspense fallback={<Skeleton height={480} />}>
          <JuryRoom activity={activity} />
        </Suspense>
      )}
    </article>
  )
}
