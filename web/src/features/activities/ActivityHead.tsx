import { useTranslation } from 'react-i18next'
import { lazy, Suspense, useState } from 'react'
import { imageSizes } from '@toile/contracts/images/images.constants'
import type { Activity } from '@toile/contracts/activities/activities'
import { formatNumber } from '../../ui/format.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Picture } from '../../ui/Picture.js'
import { Countdown } from './Countdown.js'
import { formatMoney } from './money.js'
import { PhaseChip } from './PhaseChip.js'
import { RegistrationPanel } from './entries/RegistrationPanel.js'
import { Button } from '../../ui/Button.js'
import { copyText } from '../../lib/secure-context.js'
import { toast } from '../../ui/toasts/toasts.js'
import { activityPaths } from './paths.js'

const ratio = imageSizes.cover.width / imageSizes.cover.height

interface ActivityHeadProps {
  activity: Activity
  cover: Activity['cover'] | undefined
  ask: () => void
}

export function ActivityHead({ activity, cover, ask }: ActivityHeadProps) {
  const { t } = useTranslation()
  const { title, summary, phase, prize, participants, works } = activity
  return (
    <div className="activity-head" data-cover={cover ? true : undefined}>
      {cover && (
        <div className="activity-cover" style={{ aspectRatio: ratio }}>
          <Picture image={cover} sizes="280px" first />
        </div>
      )}
      <div>
        <PhaseChip phase={phase} />
        <PageHeading title={title} className="activity-title" />
        <p className="activity-summary" dir="auto">
          {summary}
        </p>
        <p className="activity-counts muted tabular">
          {t('activities:registered', { count: participants, formatted: formatNumber(participants) })}
          {' · '}
          {t('activities:works', { count: works })}
        </p>
        <ShareActivity activity={activity} />
      </div>
      <div className="activity-panel">
        {prize.amount > 0 && (
          <dl className="activity-prize">
            <dt>{t('activities:prize')}</dt>
            <dd className="tabular">{formatMoney(prize)}</dd>
          </dl>
        )}
        <Countdown activity={activity} ask={ask} />
        <RegistrationPanel activity={activity} />
      </div>
    </div>
  )
}

/** CopyLinkDialog is loaded on demand, because it is needed only if the browser refuses to copy. */
const CopyLinkDialog = lazy(() => import('../../ui/copy/CopyLinkDialog.js'))

function ShareActivity({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const [isRefused, setRefused] = useState(false)
  const address = location.origin + activityPaths.shared(activity.id)
  const copy = async () => {
    if (await copyText(address)) toast('success', t('activities:shareCopied'))
    else setRefused(true)
  }
  return (
    <>
      <Button onClick={() => void copy()}>{t('actions.share')}</Button>
      {isRefused && (
        <Suspense>
          <CopyLinkDialog text={address} close={() => setRefused(false)} />
        </Suspense>
      )}
    </>
  )
}
