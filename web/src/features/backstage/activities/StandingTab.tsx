import { useTranslation } from 'react-i18next'
import type { BackstageActivity, Standing } from '@toile/contracts/activities/activities-backstage'
import { formatNumber } from '../../../ui/format.js'
import { LoadFailed, Notice } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { PersonLink } from '../../creators/PersonLink.js'
import { AwardPrizes } from './AwardPrizes.js'
import { StandingLines } from './StandingLines.js'
import { useStanding } from './use-backstage-activity.js'

/** Where an activity stands: who takes part, how far the jury is, and who wins what. */
export function StandingTab({ activity }: { activity: BackstageActivity }) {
  const { t } = useTranslation()
  const query = useStanding(activity.id)
  const { data: standing } = query
  if (query.isError && !standing)
    return (
      <LoadFailed
        text={t('activityBackstage.standing.failed')}
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
    <div className="backstage-standing">
      <dl className="backstage-standing-counts">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(`activityBackstage.standing.${name}`)}</dt>
            <dd className="tabular">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="standing-jury">
        <h2 id="standing-jury">{t('activityBackstage.standing.jury')}</h2>
        <Jury standing={standing} />
      </section>
      <section aria-labelledby="standing-lines">
        <h2 id="standing-lines">
          {t(activity.awarded ? 'activityBackstage.standing.given' : 'activityBackstage.standing.soFar')}
        </h2>
        {standing.lines.length === 0 ? (
          <Notice text={t('activityBackstage.standing.noWorks')} />
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
  if (jurors.length === 0) return <p className="muted">{t('activityBackstage.standing.noJury')}</p>
  return (
    <ul className="backstage-standing-jury">
      {jurors.map(({ juror, scored }) => (
        <li key={juror.id}>
          <PersonLink person={juror} />
          <progress
            max={Math.max(1, lines.length)}
            value={scored}
            aria-label={t('activityBackstage.standing.progressOf', { name: juror.nickname || juror.name })}
          />
          <span className="muted tabular">
            {t('activityBackstage.standing.scored', {
              scored: formatNumber(scored),
              total: formatNumber(lines.length),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
