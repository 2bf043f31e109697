import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { paths } from '../../../lib/paths.js'
import { useSession } from '../../../lib/session.js'
import { Button, ButtonLink } from '../../../ui/Button.js'
import { Notice } from '../../../ui/Notice.js'
import { PagedList } from '../../../ui/PagedList.js'
import { TileSkeletons } from '../../works/WorkTile.js'
import { MyEntry } from './MyEntry.js'
import { activityPaths } from '../paths.js'
import { SubmitButton } from './SubmitButton.js'
import { useEligibility } from './use-eligibility.js'
import { useEntries } from './use-entries.js'
import { useRegistration } from '../use-activity.js'
import { IneligibilityReasons } from './IneligibilityReasons.js'
import { formatMoment, ownZone } from '../zones.js'
import './my-entries.css'

export function MyEntries({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const signedIn = useSession() !== undefined
  if (!signedIn || !activity.mine)
    return (
      <Notice text={t('activities:mySignIn')}>
        <ButtonLink variant="filled" to={paths.signIn(activityPaths.detail(activity.id, 'mine'))}>
          {t('app.signIn')}
        </ButtonLink>
      </Notice>
    )
  return (
    <>
      <SubmitBar activity={activity} />
      <List activity={activity} />
    </>
  )
}

function SubmitBar({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const { isPending, mutate: change } = useRegistration(activity)
  const { data: eligibility } = useEligibility(activity)
  const { phase, mine, maxSubmissions, registrationEndsAt } = activity
  const left = maxSubmissions - (mine?.works ?? 0)
  const isEarly = phase === 'upcoming' || phase === 'registration'
  if (phase === 'ended') return <p className="submit-bar">{t('activities:ended')}</p>
  if (!mine?.registeredAt)
    return (
      <div className="submit-bar">
        <p>{t(isEarly ? 'activities:notRegistered' : 'activities:missedRegistration')}</p>
        {eligibility?.canRegister && (
          <Button variant="filled" busy={isPending} onClick={() => change(true)}>
            {t('activities:register')}
          </Button>
        )}
        {eligibility && !eligibility.canRegister && <IneligibilityReasons step="register" eligibility={eligibility} />}
      </div>
    )
  if (isEarly)
    return (
      <p className="submit-bar">{t('activities:submitOpens', { date: formatMoment(registrationEndsAt, ownZone()) })}</p>
    )
  if (phase !== 'submission')
    return mine.works === 0 ? <p className="submit-bar">{t('activities:missedSubmission')}</p> : null
  return (
    <div className="submit-bar">
      <p>
        {t('activities:left', { count: left })} <span className="muted">{t('activities:frozenHint')}</span>
      </p>
      {eligibility && !eligibility.canSubmit && <IneligibilityReasons step="submit" eligibility={eligibility} />}
      <SubmitButton activity={activity} />
    </div>
  )
}

function List({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const { query } = useEntries(activity, 'mine')
  return (
    <PagedList
      list={query}
      waiting={<TileSkeletons count={2} />}
      failed={t('activities:entriesFailed')}
      empty={<Notice text={t('activities:noneMine')} />}
    >
      {(entries) => (
        <ul className="my-entries">
          {entries.map((entry) => (
            <MyEntry key={entry.id} activity={activity} entry={entry} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
