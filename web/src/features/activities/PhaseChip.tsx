import { useTranslation } from 'react-i18next'
import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'

/** The phase, with a dot that is filled while something can be done. */
export function PhaseChip({ phase }: { phase: ActivityPhase }) {
  const { t } = useTranslation()
  return (
    <span className="phase-chip" data-phase={phase}>
      {t(`activities:phases.${phase}`)}
    </span>
  )
}
