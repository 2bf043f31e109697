import { useTranslation } from 'react-i18next'
import type { BackstageActivity, Standing } from '@toile/contracts/activities/activities-backstage'
import { formatNumber } from '../../../ui/format.js'
import { LoadFailed, Notice } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { UserLink } from '../../creators/UserLink.js'
import { AwardPrizes } from './AwardPrizes.js'
import { LeaderboardTable } from './LeaderboardTable.js'
import { useLeaderboard } from './use-backstage-activity.js'

export function LeaderboardTab({ activity }: { activity: BackstageActivity }) {
  const { t } = useTranslation()
  const query = useLeaderboard(activity.id)
  const { data: leaderboard } = query
  if (query.isError && !leaderboard) return <LoadFailed text={t('activities-backstage:standing.failed')} of={query} />
  if (!leaderboard) return <Skeleton height={420} />
  const counts = [
    ['participants', leaderboard.participants],
    ['entrants', leaderboard.entrants],
    ['works', leaderboard.lines.length],
    ['disqualified', leaderboard.disqualified],
  ] as const
  return (
    <div className="backstage-standing">
      <dl className="backstage-standing-counts">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(`activities-backstage:standing.${name}`)}</dt>
            <dd className="tabular">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="standing-jury">
        <h2 id="standing-jury">{t('activities-backstage:standing.jury')}</h2>
        <Jury leaderboard={leaderboard} />
      </section>
      <section aria-labelledby="standing-lines">
        <h2 id="standing-lines">
          {t(activity.awarded ? 'activities-backstage:standing.given' : 'activities-backstage:standing.soFar')}
        </h2>
        {leaderboard.lines.length === 0 ? (
          <Notice text={t('activities-backstage:standing.noWorks')} />
        ) : (
          <LeaderboardTable activity={activity} leaderboard={leaderboard} />
        )}
        {!activity.awarded && <AwardPrizes activity={activity} leaderboard={leaderboard} />}
      </section>
    </div>
  )
}

function Jury({ leaderboard: { jurors, lines } }: { leaderboard: Standing }) {
  const { t } = useTranslation()
  if (jurors.length === 0) return <p className="muted">{t('activities-backstage:standing.noJury')}</p>
  return (
    <ul className="backstage-standing-jury">
      {jurors.map(({ juror, scored }) => (
        <li key={juror.id}>
          <UserLink user={juror} />
          <progress
            max={Math.max(1, lines.length)}
            value={scored}
            aria-label={t('activities-backstage:standing.progressOf', { name: juror.nickname || juror.name })}
          />
          <span className="muted tabular">
            {t('activities-backstage:standing.scored', {
              scored: formatNumber(scored),
              total: formatNumber(lines.length),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
