import { useTranslation } from 'react-i18next'
import type { ActivityCard } from '@toile/contracts/activities/activities'
import { PhaseChip } from '../../activities/PhaseChip.js'
import '../../activities/activities.css'

export function ActivityStatusChip({
  activity: { announced, phase, awarded },
}: {
  activity: Pick<ActivityCard, 'phase' | 'awarded'> & { announced: boolean }
}) {
  const { t } = useTranslation()
  if (!announced) return <span className="phase-chip">{t('activities-backstage:unannounced')}</span>
  return (
    <>
      <PhaseChip phase={phase} />
      {awarded && <span className="muted standing-awarded"> {t('activities-backstage:awarded')}</span>}
    </>
  )
}
