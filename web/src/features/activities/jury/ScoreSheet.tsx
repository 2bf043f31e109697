import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { api } from '../../../lib/api.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { CreatorLink } from '../../creators/CreatorLink.js'
import { formatMoney } from '../money.js'
import { formatScore } from './scores.js'
import { activityKey } from '../use-activity.js'

export function ScoreSheet({ activity: { id, criteria } }: { activity: Activity }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: [...activityKey(id), 'scores'],
    queryFn: ({ signal }) => api.getScoreSheet({ id }, { signal }),
  })
  if (query.isError && !query.data) return <LoadFailed text={t('activities:sheet.failed')} of={query} />
  if (!query.data) return <Skeleton height={280} />
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <section className="score-sheet">
      <h2 id="score-sheet">{t('activities:sheet.title')}</h2>
      <p className="muted">{t('activities:sheet.lead')}</p>
      <table aria-labelledby="score-sheet">
        <thead>
          <tr>
            <th scope="col">{t('activities:sheet.rank')}</th>
            <th scope="col">{t('activities:sheet.work')}</th>
            <th scope="col">{t('activities:sheet.creator')}</th>
            {criteria.map((criterion) => (
              <th key={criterion.id} scope="col" className="number">
                <bdi>{criterion.title}</bdi>{' '}
                <span className="muted">
                  {t('activities:weight', { percent: Math.round((100 * criterion.weight) / weights) })}
                </span>
              </th>
            ))}
            <th scope="col" className="number">
              {t('activities:sheet.score')}
            </th>
            <th scope="col" className="number">
              {t('activities:sheet.jurors')}
            </th>
            <th scope="col">{t('activities:sheet.prize')}</th>
            <th scope="col" className="number">
              {t('activities:sheet.bonus')}
            </th>
          </tr>
        </thead>
        <tbody>
          {query.data.items.map(({ workId, title, creator, rank, means, score, jurors, award }) => (
            <tr key={workId}>
              <td className="tabular">{rank}</td>
              <th scope="row">
                <bdi>{title || t('home.noTitle')}</bdi>
              </th>
              <td>
                <CreatorLink creator={creator} />
              </td>
              {criteria.map((criterion) => {
                const mean = means[criterion.id]
                return (
                  <td key={criterion.id} className="number">
                    {mean !== undefined && formatScore(mean)}
                  </td>
                )
              })}
              <td className="number">
                <strong>{score !== null && formatScore(score)}</strong>
              </td>
              <td className="number">{jurors}</td>
              <td>
                <bdi>{award?.title}</bdi>
              </td>
              <td className="number">{award && award.bonus.amount > 0 && formatMoney(award.bonus)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
