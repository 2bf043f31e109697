import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { officeActivityRoutes, OfficeActivity } from '@toile/contracts/activities-office'
import { call, FAILED } from '../../../api.js'
import { Link } from '../../../router.js'
import { NotFound } from '../../../ui/ErrorPage.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { toast } from '../../../ui/toasts.js'
import { PhaseTimeline } from '../../activities/PhaseTimeline.js'
import { isNotFound } from '../../works/use-work.js'
import { ActivityDeeds } from './ActivityDeeds.js'
import { ActivityForm } from './ActivityForm.js'
import { changesOf, draftOf, type ActivityDraft } from './draft.js'
import { officeActivityPaths, officeActivityTabs, type OfficeActivityTab } from './paths.js'
import { StandingChip } from './StandingChip.js'
import { StandingTab } from './StandingTab.js'
import { officeActivityKey, useOfficeActivity } from './use-office-activity.js'
import '../../../ui/tabs.css'
import '../../activities/activities.css'
import '../../activities/activity-page.css'

/** An activity with its whole life: where it stands, what can be done now, and its form. */
export function ActivityPage({ id, tab }: { id: string; tab: OfficeActivityTab }) {
  const { t } = useTranslation()
  const query = useOfficeActivity(id)
  const { data: activity, error } = query
  if (isNotFound(error)) return <NotFound />
  if (error && !activity)
    return <LoadFailed text={t('activityOffice.oneFailed')} reason={error.message} retry={() => void query.refetch()} />
  if (!activity) return <Skeleton height={640} />
  return (
    <>
      <p className="office-back">
        <Link to={officeActivityPaths.list}>{t('activityOffice.back')}</Link>
      </p>
      <div className="office-activity-head">
        <div>
          <PageHeading title={activity.title} />
          <StandingChip activity={activity} />
        </div>
        <ActivityDeeds activity={activity} />
      </div>
      <PhaseTimeline activity={activity} />
      <nav className="tabs" aria-label={t('activityOffice.tabsLabel')}>
        {officeActivityTabs.map((one) => (
          <Link
            key={one}
            to={officeActivityPaths.one(id, one)}
            preventScrollReset
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(`activityOffice.tabs.${one}`)}
          </Link>
        ))}
      </nav>
      {tab === 'standing' ? <StandingTab activity={activity} /> : <EditTab activity={activity} />}
    </>
  )
}

function EditTab({ activity }: { activity: OfficeActivity }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const save = async (draft: ActivityDraft, from: ActivityDraft, why: { reason: string }) => {
    const answer = await call<typeof officeActivityRoutes.updateActivity>(
      'PATCH',
      `/backstage/activities/${activity.id}`,
      changesOf(from, draft),
      { ...why, quiet: true },
    )
    if (answer.code === FAILED) return answer
    queryClient.setQueryData([...officeActivityKey(activity.id), 'itself'], answer.data)
    void queryClient.invalidateQueries({ queryKey: ['backstage'] })
    toast('success', t('activityOffice.saved'))
    return undefined
  }
  return (
    <ActivityForm
      start={draftOf(activity)}
      saved={activity}
      locked={Object.fromEntries(activity.locked.map(({ field, message }) => [field, message]))}
      button={t('activityOffice.save')}
      save={save}
    />
  )
}
