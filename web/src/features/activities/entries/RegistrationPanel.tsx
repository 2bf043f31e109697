import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { paths } from '../../../lib/paths.js'
import { useSession } from '../../../lib/session.js'
import { Button, ButtonLink } from '../../../ui/Button.js'
import { Dialog } from '../../../ui/dialogs/Dialog.js'
import { activityPaths } from '../paths.js'
import { SubmitButton } from './SubmitButton.js'
import { useEligibility } from './use-eligibility.js'
import { useRegistration } from '../use-activity.js'
import { IneligibilityReasons } from './IneligibilityReasons.js'
import { formatMoment, ownZone } from '../zones.js'
import { DialogEnd } from '../../../ui/dialogs/DialogEnd.js'

export function RegistrationPanel({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const session = useSession()
  const { phase, mine } = activity
  if (mine?.juror)
    return (
      <div className="take-part">
        <p>{t('activities:youJudge')}</p>
        <ButtonLink variant="filled" to={activityPaths.detail(activity.id, 'jury')} preventScrollReset>
          {t('activities:tabs.jury')}
        </ButtonLink>
      </div>
    )
  if (phase === 'ended') return <p className="take-part-over">{t('activities:ended')}</p>
  if (!session || !mine) {
    const isOpen = phase === 'upcoming' || phase === 'registration'
    return (
      <div className="take-part">
        {!isOpen && <p className="take-part-over">{t('activities:missedRegistration')}</p>}
        <ButtonLink variant={isOpen ? 'filled' : 'quiet'} to={paths.signIn(activityPaths.detail(activity.id))}>
          {t(isOpen ? 'activities:signIn' : 'activities:signInRegistered')}
        </ButtonLink>
      </div>
    )
  }
  return mine.registeredAt ? (
    <Registered activity={activity} since={mine.registeredAt} />
  ) : (
    <Register activity={activity} />
  )
}

function Register({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const { isPending, mutate: change } = useRegistration(activity)
  const { data: eligibility } = useEligibility(activity)
  const isLate = activity.phase !== 'upcoming' && activity.phase !== 'registration'
  return (
    <div className="take-part">
      {isLate ? (
        <p className="take-part-over">{t('activities:missedRegistration')}</p>
      ) : (
        <Button variant="filled" busy={isPending} disabled={!eligibility?.canRegister} onClick={() => change(true)}>
          {t(isPending ? 'activities:registering' : 'activities:register')}
        </Button>
      )}
      {eligibility && !eligibility.canRegister && <IneligibilityReasons step="register" eligibility={eligibility} />}
    </div>
  )
}

function Registered({ activity, since }: { activity: Activity; since: string }) {
  const { t } = useTranslation()
  const { isPending, mutate: change } = useRegistration(activity)
  const { data: eligibility } = useEligibility(activity)
  const [isConfirming, setConfirming] = useState(false)
  const { phase, mine } = activity
  const hasEntered = (mine?.works ?? 0) > 0
  const isOver = phase === 'reviewing' || phase === 'awarding'
  return (
    <div className="take-part">
      <p>{t('activities:youAre', { date: formatMoment(since, ownZone()) })}</p>
      {phase === 'submission' && eligibility?.canSubmit && <SubmitButton activity={activity} />}
      {phase === 'submission' && eligibility && !eligibility.canSubmit && (
        <IneligibilityReasons step="submit" eligibility={eligibility} />
      )}
      {isOver && !hasEntered && <p className="take-part-over">{t('activities:missedSubmission')}</p>}
      {(phase === 'registration' || phase === 'submission') && !hasEntered && (
        <Button variant="quiet" busy={isPending} onClick={() => setConfirming(true)}>
          {t('activities:cancel')}
        </Button>
      )}
      {isConfirming && (
        <Dialog title={t('activities:cancelTitle')} onClose={() => setConfirming(false)}>
          <p>{t('activities:cancelText')}</p>
          <DialogEnd
            label={t('activities:cancel')}
            busy={isPending}
            onClick={() => change(false, { onSuccess: () => setConfirming(false) })}
            onCancel={() => setConfirming(false)}
            cancelLabel={t('activities:keep')}
          />
        </Dialog>
      )}
    </div>
  )
}
