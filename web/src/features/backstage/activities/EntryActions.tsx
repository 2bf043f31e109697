import { useTranslation } from 'react-i18next'
import type { BackstageEntry } from '@toile/contracts/activities/activities-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'

export function EntryActions({ entry: { id, title, disqualified, award, awarded } }: { entry: BackstageEntry }) {
  const { t } = useTranslation()
  if (award) return award.title
  if (disqualified)
    return (
      <>
        <p>{t('activities-backstage:entry.outFor', { reason: disqualified.reason })}</p>
        {!awarded && (
          <ActionButton
            label={t('activities-backstage:reinstate.label')}
            consequence={t('activities-backstage:reinstate.consequence', { title: title || t('home.noTitle') })}
            asksReason
            action={async (reason) => {
              await backstageApi.reinstateEntry({ id, reason })
              toast('success', t('activities-backstage:reinstate.done'))
            }}
          />
        )}
      </>
    )
  if (awarded) return t('activities-backstage:entry.in')
  return (
    <ActionButton
      label={t('activities-backstage:disqualify.label')}
      consequence={t('activities-backstage:disqualify.consequence', { title: title || t('home.noTitle') })}
      asksReason
      action={async (reason) => {
        await backstageApi.disqualifyEntry({ id, reason })
        toast('success', t('activities-backstage:disqualify.done'))
      }}
    />
  )
}
