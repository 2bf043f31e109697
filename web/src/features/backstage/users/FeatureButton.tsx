import { useTranslation } from 'react-i18next'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
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
        await backstageApi.featureCreator({ id: creator.id, featured, reason })
        toast('success', t(featured ? 'users-backstage:doneFeature' : 'users-backstage:doneUnfeature', { name }))
      }}
    />
  )
}
