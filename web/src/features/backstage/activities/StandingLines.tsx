import { useTranslation } from 'react-i18next'
import type { BackstageActivity, Standing } from '@toile/contracts/activities-backstage'
import { paths } from '../../../paths.js'
import { Link } from '../../../router.js'
import { formatMoney } from '../../activities/money.js'
import { formatScore } from '../../activities/scores.js'

/** The ranking, ties told, with what each work is given; the sum of all beside the prize money. */
export function StandingLines({
  activity: { prize, phase },
  standing,
}: {
  activity: BackstageActivity
  standing: Standing
}) {
  const { t } = useTranslation()
  const { lines, jurors, bonuses } = standing
  const isTie = (rank: number | null) => rank !== null && lines.filter((line) => line.rank === rank).length > 1
  // While points are still to come nothing can be said of what stays.
  const left = phase === 'awarding' || phase === 'ended' ? prize.amount - bonuses.amount : 0
  return (
    <>
      <table className="office-table">
        <caption className="visually-hidden">{t('activityOffice.standing.ranking')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('activities.sheet.rank')}</th>
            <th scope="col">{t('activities.sheet.work')}</th>
            <th scope="col">{t('activities.sheet.creator')}</th>
            <th scope="col" data-number>
              {t('activities.sheet.jurors')}
            </th>
            <th scope="col" data-number>
              {t('activities.sheet.score')}
            </th>
            <th scope="col">{t('activities.sheet.prize')}</th>
            <th scope="col" data-number>
              {t('activities.sheet.bonus')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ entryId, workId, title, creator, rank, score, award, jurors: by }) => (
            <tr key={entryId}>
              <td className="tabular">
                {rank ?? '–'}
                {isTie(rank) && <span className="muted"> {t('activityOffice.standing.tie')}</span>}
              </td>
              <th scope="row">
                <Link to={paths.work(workId)}>{title || t('home.noTitle')}</Link>
              </th>
              <td>
                {creator ? (
                  <Link to={paths.creator(creator.id)}>{creator.nickname || creator.name}</Link>
                ) : (
                  t('activities.goneCreator')
                )}
              </td>
              <td data-number>
                {by} / {jurors.length}
              </td>
              <td data-number>{score === null ? '–' : formatScore(score)}</td>
              <td>{award?.title}</td>
              <td data-number>{award && formatMoney(award.bonus)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={6}>
              {t('activityOffice.standing.sum', { prize: formatMoney(prize) })}
            </th>
            <td data-number>
              <strong>{formatMoney(bonuses)}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
      {left > 0 && (
        <p className="muted">
          {t('activityOffice.standing.left', { amount: formatMoney({ ...prize, amount: left }) })}
        </p>
      )}
    </>
  )
}
