import { useTranslation } from 'react-i18next'
import type { officeActivityRoutes, OfficeActivity } from '@toile/contracts/activities-office'
import { ask } from '../../../api.js'
import { ButtonLink } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts.js'
import { activityPaths } from '../../activities/paths.js'
import { DeedButton } from '../deeds/DeedButton.js'
import { officeActivityPaths } from './paths.js'

/** What can be done to an activity at once: announcing it, publishing its score sheet, and the ways to its works. */
export function ActivityDeeds({ activity: { id, announced, awarded, scoresPublished } }: { activity: OfficeActivity }) {
  const { t } = useTranslation()
  async function announce(reason: string) {
    const path = `/backstage/activities/${id}/announce` as const
    await ask<typeof officeActivityRoutes.announceActivity>('POST', path, undefined, { reason })
    toast('success', t('activityOffice.announce.done'))
  }
  async function publish(to: boolean, reason: string) {
    const path = `/backstage/activities/${id}` as const
    await ask<typeof officeActivityRoutes.updateActivity>('PATCH', path, { scoresPublished: to }, { reason })
    toast('success', t(to ? 'activityOffice.sheet.shown' : 'activityOffice.sheet.hidden'))
  }
  return (
    <div className="office-activity-deeds">
      {!announced && (
        <DeedButton
          label={t('activityOffice.announce.label')}
          consequence={t('activityOffice.announce.consequence')}
          deed={announce}
        />
      )}
      {scoresPublished ? (
        <DeedButton
          label={t('activityOffice.sheet.hide')}
          consequence={t(awarded ? 'activityOffice.sheet.hideNow' : 'activityOffice.sheet.hideLater')}
          deed={(reason) => publish(false, reason)}
        />
      ) : (
        <DeedButton
          label={t('activityOffice.sheet.show')}
          consequence={t(awarded ? 'activityOffice.sheet.showNow' : 'activityOffice.sheet.showLater')}
          deed={(reason) => publish(true, reason)}
        />
      )}
      <ButtonLink className="button-small" to={officeActivityPaths.entries(id)}>
        {t('activityOffice.toEntries')}
      </ButtonLink>
      {announced && (
        <ButtonLink className="button-small" to={activityPaths.detail(id)}>
          {t('activityOffice.toPage')}
        </ButtonLink>
      )}
    </div>
  )
}
