import { useTranslation } from 'react-i18next'
import type { OfficeActivity, Standing } from '@toile/contracts/activities-office'
import { formatNumber } from '../../../ui/format.js'
import { LoadFailed, Notice } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { PersonLink } from '../../creators/PersonLink.js'
import { AwardPrizes } from './AwardPrizes.js'
import { StandingLines } from './StandingLines.js'
import { useStanding } from './use-office-activity.js'

/** Where an activity stands: who takes part, how far the jury is, and who wins what. */
export function StandingTab({ activity }: { activity: OfficeActivity }) {
  const { t } = useTranslation()
  const query = useStanding(activity.id)
  const { data: standing } = query
  if (query.isError && !standing)
    return (
      <LoadFailed
        text={t('activityOffice.standing.failed')}
        reason={query.error.message}
        retry={() => void query.refetch()}
      />
    )
  if (!standing) return <Skeleton height={420} />
  const counts = [
    ['participants', standing.participants],
    ['entrants', standing.entrants],
    ['works', standing.lines.length],
    ['disqualified', standing.disqualified],
  ] as const
  return (
    <div className="office-standing">
      <dl className="office-standing-counts">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(`activityOffice.standing.${name}`)}</dt>
            <dd className="tabular">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="standing-jury">
        <h2 id="standing-jury">{t('activityOffice.standing.jury')}</h2>
        <Jury standing={standing} />
      </section>
      <section aria-labelledby="standing-lines">
        <h2 id="standing-lines">
          {t(activity.awarded ? 'activityOffice.standing.given' : 'activityOffice.standing.soFar')}
        </h2>
        {standing.lines.length === 0 ? (
          <Notice text={t('activityOffice.standing.noWorks')} />
        ) : (
          <StandingLines activity={activity} standing={standing} />
        )}
        {!activity.awarded && <AwardPrizes activity={activity} standing={standing} />}
      </section>
    </div>
  )
}

function Jury({ standing: { jurors, lines } }: { standing: Standing }) {
  const { t } = useTranslation()
  if (jurors.length === 0) return <p className="muted">{t('activityOffice.standing.noJury')}</p>
  return (
    <ul className="office-standing-jury">
      {jurors.map(({ juror, scored }) => (
        <li key={juror.id}>
          <PersonLink person={juror} />
          <progress
            max={Math.max(1, lines.length)}
            value={scored}
            aria-label={t('activityOffice.standing.progressOf', { name: juror.nickname || juror.name })}
          />
          <span className="muted tabular">
            {t('activityOffice.standing.scored', { scored: formatNumber(scored), total: formatNumber(lines.length) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
