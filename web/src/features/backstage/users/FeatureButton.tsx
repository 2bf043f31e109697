import { useTranslation } from 'react-i18next'
import * as backstageUserRoutes from '@toile/contracts/users/users-backstage.paths'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
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
        await ask(backstageUserRoutes.featureCreator)({ id: creator.id, featured, reason })
        toast('success', t(featured ? 'users-backstage:doneFeature' : 'users-backstage:doneUnfeature', { name }))
      }}
    />
  )
}
