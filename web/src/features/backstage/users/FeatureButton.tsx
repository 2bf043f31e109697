import { useTranslation } from 'react-i18next'
import type { BackstageCreator, backstageCreatorRoutes } from '@toile/contracts/users/users-backstage'
import { ask } from '../../../lib/api.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'

/** Shows somebody before all others, or no longer. */
export function FeatureButton({ creator }: { creator: BackstageCreator }) {
  const { t } = useTranslation()
  const name = creator.nickname || creator.name
  const featured = creator.featuredAt === null
  return (
    <ActionButton
      label={t(featured ? 'users-backstage:feature' : 'users-backstage:unfeature')}
      consequence={t(featured ? 'users-backstage:featureMeans' : 'users-backstage:unfeatureMeans', { name })}
      asksReason
      action={async (reason) => {
        const path = `/backstage/creators/${creator.id}/featured` as const
        await ask<typeof backstageCreatorRoutes.featureCreator>('PUT', path, { featured, reason })
        toast('success', t(featured ? 'users-backstage:doneFeature' : 'users-backstage:doneUnfeature', { name }))
      }}
    />
  )
}
