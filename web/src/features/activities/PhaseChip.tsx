import { useTranslation } from 'react-i18next'
import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'

export function PhaseChip({ phase }: { phase: ActivityPhase }) {
  const { t } = useTranslation()
  return (
    <span className="phase-chip" data-phase={phase}>
      {t(`activities:phases.${phase}`)}
    </span>
  )
}
