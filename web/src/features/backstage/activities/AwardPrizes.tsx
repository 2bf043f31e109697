import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { officeActivityRoutes, OfficeActivity, Standing } from '@toile/contracts/activities-office'
import { ask } from '../../../api.js'
import { Button } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts.js'
import { formatMoney } from '../../activities/money.js'
import { formatZonedMoment } from '../../activities/zones.js'
import { DeedDialog } from '../deeds/DeedDialog.js'

/** Gives the prizes after showing who gets what; before its phase it says when that can be done. */
export function AwardPrizes({ activity, standing }: { activity: OfficeActivity; standing: Standing }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const winners = standing.lines.filter(({ award }) => award !== null)
  const unscored = standing.lines.filter(({ jurors }) => jurors < standing.jurors.length).length
  const isOpen = activity.phase === 'awarding'
  async function award(reason: string) {
    const path = `/backstage/activities/${activity.id}/award` as const
    await ask<typeof officeActivityRoutes.awardActivity>('POST', path, undefined, { reason })
    toast('success', t('activityOffice.award.done'))
  }
  return (
    <div className="office-award">
      <Button look="filled" disabled={!isOpen || winners.length === 0} onClick={() => setAsking(true)}>
        {t('activityOffice.award.label')}
      </Button>
      <p className="muted">
        {isOpen
          ? winners.length === 0 && t('activityOffice.award.nobody')
          : activity.phase === 'ended'
            ? t('activityOffice.award.over')
            : t('activityOffice.award.from', { date: formatZonedMoment(activity.reviewEndsAt, activity.timeZone) })}
      </p>
      {isAsking && (
        <DeedDialog
          title={t('activityOffice.award.title')}
          label={t('activityOffice.award.label')}
          act={award}
          onClose={() => setAsking(false)}
        >
          <ol className="office-award-winners">
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
          {unscored > 0 && <p>{t('activityOffice.award.unscored', { count: unscored })}</p>}
          <p>{t('activityOffice.award.consequence', { sum: formatMoney(standing.bonuses) })}</p>
        </DeedDialog>
      )}
    </div>
  )
}
