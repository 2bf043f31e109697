import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageActivity, Standing } from '@toile/contracts/activities/activities-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { formatMoney } from '../../activities/money.js'
import { formatZonedMoment } from '../../activities/zones.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'

export function AwardPrizes({ activity, leaderboard }: { activity: BackstageActivity; leaderboard: Standing }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const winners = leaderboard.lines.filter(({ award }) => award !== null)
  const unscored = leaderboard.lines.filter(({ jurors }) => jurors < leaderboard.jurors.length).length
  const isOpen = activity.phase === 'awarding'
  async function award(reason: string) {
    await backstageApi.awardActivity({ id: activity.id }, { reason })
    toast('success', t('activities-backstage:award.done'))
  }
  return (
    <div className="backstage-award">
      <Button variant="filled" disabled={!isOpen || winners.length === 0} onClick={() => setAsking(true)}>
        {t('activities-backstage:award.label')}
      </Button>
      <p className="muted">
        {isOpen
          ? winners.length === 0 && t('activities-backstage:award.nobody')
          : activity.phase === 'ended'
            ? t('activities-backstage:award.over')
            : t('activities-backstage:award.from', {
                date: formatZonedMoment(activity.reviewEndsAt, activity.timeZone),
              })}
      </p>
      {isAsking && (
        <ConfirmActionDialog
          title={t('activities-backstage:award.title')}
          label={t('activities-backstage:award.label')}
          act={award}
          onClose={() => setAsking(false)}
        >
          <ol className="backstage-award-winners">
            {winners.map(({ entryId, rank, title, creator, award: prize }) => (
              <li key={entryId}>
                <span className="tabular">{rank}</span>
                <span>
                  <bdi>{title || t('home.noTitle')}</bdi>{' '}
                  <span className="muted">{creator ? creator.nickname || creator.name : t('app.deletedAccount')}</span>
                </span>
                <span className="tabular">{prize && formatMoney(prize.bonus)}</span>
              </li>
            ))}
          </ol>
          {unscored > 0 && <p>{t('activities-backstage:award.unscored', { count: unscored })}</p>}
          <p>{t('activities-backstage:award.consequence', { sum: formatMoney(leaderboard.bonuses) })}</p>
        </ConfirmActionDialog>
      )}
    </div>
  )
}
