import { useTranslation } from 'react-i18next'
import type { BackstageActivity } from '@toile/contracts/activities/activities-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { ButtonLink } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { activityPaths } from '../../activities/paths.js'
import { ActionButton } from '../actions/ActionButton.js'
import { backstageActivityPaths } from './paths.js'

export function ActivityActions({
  activity: { id, announced, awarded, scoresPublished },
}: {
  activity: BackstageActivity
}) {
  const { t } = useTranslation()
  async function announce(reason: string) {
    await backstageApi.announceActivity({ id }, { reason })
    toast('success', t('activities-backstage:announce.done'))
  }
  async function publish(to: boolean, reason: string) {
    await backstageApi.updateActivity({ id, scoresPublished: to }, { reason })
    toast('success', t(to ? 'activities-backstage:sheet.shown' : 'activities-backstage:sheet.hidden'))
  }
  return (
    <div className="backstage-activity-actions">
      {!announced && (
        <ActionButton
          label={t('activities-backstage:announce.label')}
          consequence={t('activities-backstage:announce.consequence')}
          action={announce}
        />
      )}
      {scoresPublished ? (
        <ActionButton
          label={t('activities-backstage:sheet.hide')}
          consequence={t(awarded ? 'activities-backstage:sheet.hideNow' : 'activities-backstage:sheet.hideLater')}
          action={(reason) => publish(false, reason)}
        />
      ) : (
        <ActionButton
          label={t('activities-backstage:sheet.show')}
          consequence={t(awarded ? 'activities-backstage:sheet.showNow' : 'activities-backstage:sheet.showLater')}
          action={(reason) => publish(true, reason)}
        />
      )}
      <ButtonLink className="button-small" to={backstageActivityPaths.entries(id)}>
        {t('activities:entries')}
      </ButtonLink>
      {announced && (
        <ButtonLink className="button-small" to={activityPaths.detail(id)}>
          {t('activities-backstage:toPage')}
        </ButtonLink>
      )}
    </div>
  )
}
