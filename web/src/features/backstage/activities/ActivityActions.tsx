import { useTranslation } from 'react-i18next'
import * as backstageActivityRoutes from '@toile/contracts/activities/activities-backstage.paths'
import type { BackstageActivity } from '@toile/contracts/activities/activities-backstage'
import { ask } from '../../../lib/api.js'
import { ButtonLink } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { activityPaths } from '../../activities/paths.js'
import { ActionButton } from '../actions/ActionButton.js'
import { backstageActivityPaths } from './paths.js'

/** What can be done to an activity at once: announcing it, publishing its score sheet, and the ways to its works. */
export function ActivityActions({
  activity: { id, announced, awarded, scoresPublished },
}: {
  activity: BackstageActivity
}) {
  const { t } = useTranslation()
  async function announce(reason: string) {
    await ask(backstageActivityRoutes.announceActivity)({ id }, { reason })
    toast('success', t('activityBackstage.announce.done'))
  }
  async function publish(to: boolean, reason: string) {
    await ask(backstageActivityRoutes.updateActivity)({ id, scoresPublished: to }, { reason })
    toast('success', t(to ? 'activityBackstage.sheet.shown' : 'activityBackstage.sheet.hidden'))
  }
  return (
    <div className="backstage-activity-actions">
      {!announced && (
        <ActionButton
          label={t('activityBackstage.announce.label')}
          consequence={t('activityBackstage.announce.consequence')}
          action={announce}
        />
      )}
      {scoresPublished ? (
        <ActionButton
          label={t('activityBackstage.sheet.hide')}
          consequence={t(awarded ? 'activityBackstage.sheet.hideNow' : 'activityBackstage.sheet.hideLater')}
          action={(reason) => publish(false, reason)}
        />
      ) : (
        <ActionButton
          label={t('activityBackstage.sheet.show')}
          consequence={t(awarded ? 'activityBackstage.sheet.showNow' : 'activityBackstage.sheet.showLater')}
          action={(reason) => publish(true, reason)}
        />
      )}
      <ButtonLink className="button-small" to={backstageActivityPaths.entries(id)}>
        {t('activityBackstage.toEntries')}
      </ButtonLink>
      {announced && (
        <ButtonLink className="button-small" to={activityPaths.detail(id)}>
          {t('activityBackstage.toPage')}
        </ButtonLink>
      )}
    </div>
  )
}
