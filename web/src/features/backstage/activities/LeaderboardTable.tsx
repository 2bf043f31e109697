import { useTranslation } from 'react-i18next'
import type { BackstageActivity, Standing } from '@toile/contracts/activities/activities-backstage'
import { CreatorLink } from '../../creators/CreatorLink.js'
import { WorkLink } from '../../works/WorkLink.js'
import { formatMoney } from '../../activities/money.js'
import { formatScore } from '../../activities/jury/scores.js'
import { Table } from '../table/Table.js'

export function LeaderboardTable({
  activity: { prize, phase },
  leaderboard,
}: {
  activity: BackstageActivity
  leaderboard: Standing
}) {
  const { t } = useTranslation()
  const { lines, jurors, bonuses } = leaderboard
  const isTie = (rank: number | null) => rank !== null && lines.filter((line) => line.rank === rank).length > 1
  // Before the phase `awarding`, scores may be missing, so the remaining prize money is not known.
  const left = phase === 'awarding' || phase === 'ended' ? prize.amount - bonuses.amount : 0
  return (
    <>
      <Table
        label={t('activities-backstage:standing.ranking')}
        rows={lines}
        keyOf={({ entryId }) => entryId}
        columns={[
          {
            name: 'rank',
            label: t('activities:sheet.rank'),
            cell: ({ rank }) => (
              <>
                {rank ?? '–'}
                {isTie(rank) && <span className="muted"> {t('activities-backstage:standing.tie')}</span>}
              </>
            ),
          },
          {
            name: 'work',
            label: t('activities:sheet.work'),
            isHead: true,
            cell: ({ workId, title }) => <WorkLink id={workId} title={title || t('home.noTitle')} />,
          },
          {
            name: 'creator',
            label: t('activities:sheet.creator'),
            cell: ({ creator }) => <CreatorLink creator={creator} />,
          },
          {
            name: 'jurors',
            label: t('activities:sheet.jurors'),
            number: true,
            cell: (line) => `${line.jurors} / ${jurors.length}`,
          },
          {
            name: 'score',
            label: t('activities:sheet.score'),
            number: true,
            cell: ({ score }) => (score === null ? '–' : formatScore(score)),
          },
          { name: 'prize', label: t('activities:sheet.prize'), cell: ({ award }) => award?.title },
          {
            name: 'bonus',
            label: t('activities:sheet.bonus'),
            number: true,
            cell: ({ award }) => award && formatMoney(award.bonus),
          },
        ]}
        foot={
          <tr>
            <th scope="row" colSpan={6}>
              {t('activities-backstage:standing.sum', { prize: formatMoney(prize) })}
            </th>
            <td data-number>
              <strong>{formatMoney(bonuses)}</strong>
            </td>
          </tr>
        }
      />
      {left > 0 && (
        <p className="muted">
          {t('activities-backstage:standing.left', { amount: formatMoney({ ...prize, amount: left }) })}
        </p>
      )}
    </>
  )
}
