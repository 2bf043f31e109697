import { useTranslation } from 'react-i18next'
import type { officeActivityRoutes, OfficeEntry } from '@toile/contracts/activities-office'
import { ask } from '../../../api.js'
import { toast } from '../../../ui/toasts.js'
import { DeedButton } from '../deeds/DeedButton.js'

/** Whether a work is in the contest, and what takes it out or back in; a work with a prize stays. */
export function EntryDeeds({ entry: { id, title, disqualified, award, awarded } }: { entry: OfficeEntry }) {
  const { t } = useTranslation()
  if (award) return award.title
  const path = `/backstage/activity-works/${id}` as const
  if (disqualified)
    return (
      <>
        <p>{t('activityOffice.entry.outFor', { reason: disqualified.reason })}</p>
        {!awarded && (
          <DeedButton
            label={t('activityOffice.reinstate.label')}
            consequence={t('activityOffice.reinstate.consequence', { title: title || t('home.noTitle') })}
            asksReason
            deed={async (reason) => {
              await ask<typeof officeActivityRoutes.reinstateEntry>('POST', `${path}/reinstate`, { reason })
              toast('success', t('activityOffice.reinstate.done'))
            }}
          />
        )}
      </>
    )
  if (awarded) return t('activityOffice.entry.in')
  return (
    <DeedButton
      label={t('activityOffice.disqualify.label')}
      consequence={t('activityOffice.disqualify.consequence', { title: title || t('home.noTitle') })}
      asksReason
      deed={async (reason) => {
        await ask<typeof officeActivityRoutes.disqualifyEntry>('POST', `${path}/disqualify`, { reason })
        toast('success', t('activityOffice.disqualify.done'))
      }}
    />
  )
}
