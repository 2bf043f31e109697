import { useTranslation } from 'react-i18next'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
import { ask } from '../../../lib/api.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import type { Routes } from '@toile/contracts/routes'

/** Shows somebody before all others, or no longer. */
export function FeatureButton({ creator }: { creator: BackstageCreator }) {
  const { t } = useTranslation()
  const name = creator.nickname || creator.name
  const featured = creator.featuredAt === null
  return (
    <ActionButton
      label={t(featured ? 'backstagePeople.feature' : 'backstagePeople.unfeature')}
      consequence={t(featured ? 'backstagePeople.featureMeans' : 'backstagePeople.unfeatureMeans', { name })}
      asksReason
      action={async (reason) => {
        const path = `/backstage/creators/${creator.id}/featured` as const
        await ask<Routes['featureCreator']>('PUT', path, { featured, reason })
        toast('success', t(featured ? 'backstagePeople.doneFeature' : 'backstagePeople.doneUnfeature', { name }))
      }}
    />
  )
}
