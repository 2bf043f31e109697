import { useTranslation } from 'react-i18next'
import type { OfficeCreator, officeCreatorRoutes } from '@toile/contracts/users-office'
import { ask } from '../../../api.js'
import { toast } from '../../../ui/toasts.js'
import { DeedButton } from '../deeds/DeedButton.js'

/** Shows somebody before all others, or no longer. */
export function FeatureButton({ creator }: { creator: OfficeCreator }) {
  const { t } = useTranslation()
  const name = creator.nickname || creator.name
  const featured = creator.featuredAt === null
  return (
    <DeedButton
      label={t(featured ? 'officePeople.feature' : 'officePeople.unfeature')}
      consequence={t(featured ? 'officePeople.featureMeans' : 'officePeople.unfeatureMeans', { name })}
      asksReason
      deed={async (reason) => {
        const path = `/backstage/creators/${creator.id}/featured` as const
        await ask<typeof officeCreatorRoutes.featureCreator>('PUT', path, { featured, reason })
        toast('success', t(featured ? 'officePeople.doneFeature' : 'officePeople.doneUnfeature', { name }))
      }}
    />
  )
}
