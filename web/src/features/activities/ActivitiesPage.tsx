import { useTranslation } from 'react-i18next'
import type { ActivityCard } from '@toile/contracts/activities/activities'
import { activityPhases, type ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { Link, useSearchParams } from '../../lib/router.js'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { ActivityFeature } from './ActivityFeature.js'
import { ActivitySkeletons, ActivityTile } from './ActivityTile.js'
import { activityPaths } from './paths.js'
import { useServerNowMs, recordServerTime } from './server-clock.js'
import { api } from '../../lib/api.js'
import { usePaged } from '../../lib/paged.js'
import '../../ui/tabs.css'
import './activities.css'

/** The order of the phases when all phases are shown. The phases in which users can act come first. */
const groups = {
  open: ['registration', 'submission'],
  upcoming: ['upcoming'],
  jury: ['reviewing', 'awarding'],
  ended: ['ended'],
} as const satisfies Record<string, readonly ActivityPhase[]>

export function ActivitiesPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const phase = activityPhases.find((one) => one === search.get('phase'))
  return (
    <div className="activities">
      <div className="activities-head">
        <PageHeading title={t('activities:title')} />
        <p>
          {t('activities:lead')}
          {t('common.sentenceSpace')}
          <Link to={activityPaths.intro}>{t('activities:howItWorks')}</Link>
        </p>
      </div>
      <nav className="tabs" aria-label={t('activities:filter')}>
        {[undefined, ...activityPhases].map((one) => (
          <Link
            key={one ?? 'all'}
            to={activityPaths.list(one)}
            preventScrollReset
            aria-current={one === phase ? 'page' : undefined}
          >
            {t(one ? `activities:phases.${one}` : 'common.all')}
          </Link>
        ))}
      </nav>
      <Activities key={phase ?? 'all'} phase={phase} />
    </div>
  )
}

function Activities({ phase }: { phase: ActivityPhase | undefined }) {
  const { t } = useTranslation()
  const { list, activities } = useActivities(phase)
  const next = activities
    ?.flatMap(({ nextChangeAt }) => nextChangeAt ?? [])
    .sort()
    .at(0)
  const nowMs = useServerNowMs(next ?? null, () => void list.refetch({ cancelRefetch: false }))
  if (list.isError && !activities) return <LoadFailed text={t('activities:failed')} of={list} />
  if (!activities) return <ActivitySkeletons />
  if (activities.length === 0)
    return (
      <Notice text={t(phase ? 'activities:emptyOf' : 'activities:empty')}>
        {!phase && <p className="muted">{t('activities:emptyHint')}</p>}
      </Notice>
    )
  const tiles = (some: readonly ActivityCard[], heading: 'h2' | 'h3', first = false) => (
    <ul className="activity-tiles">
      {some.map((activity, at) => (
        <ActivityTile key={activity.id} activity={activity} nowMs={nowMs} heading={heading} first={first && at < 3} />
      ))}
    </ul>
  )
  const [feature, ...open] = activities.filter(isIn(groups.open))
  return (
    <>
      {phase ? (
        tiles(activities, 'h2', true)
      ) : (
        <>
          {feature && <ActivityFeature activity={feature} nowMs={nowMs} />}
          {Object.entries({ ...groups, open: [] }).map(([name, phases]) => {
            const some = name === 'open' ? open : activities.filter(isIn(phases))
            const id = `activities-${name}`
            return (
              some.length > 0 && (
                <section key={name} aria-labelledby={id} className="activities-group">
                  <h2 id={id}>{t(`activities:groups.${name as keyof typeof groups}`)}</h2>
                  {tiles(some, 'h3', !feature)}
                </section>
              )
            )
          })}
        </>
      )}
      <MoreButton list={list} />
    </>
  )
}

const isIn =
  (phases: readonly ActivityPhase[]) =>
  ({ phase }: ActivityCard) =>
    phases.includes(phase)

function useActivities(phase: ActivityPhase | undefined) {
  const list = usePaged(['activities', 'list', phase ?? 'all'], async (cursor, options) => {
    const askedAtMs = performance.now()
    const page = await api.listActivities({ phase, cursor }, options)
    if (page.items[0]) recordServerTime(page.items[0].now, askedAtMs)
    return page
  })
  return { list, activities: list.data?.pages.flatMap((page) => page.items) }
}
