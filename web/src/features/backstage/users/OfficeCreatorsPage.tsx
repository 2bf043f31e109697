import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { OfficeCreator, officeCreatorRoutes } from '@toile/contracts/users-office'
import { ask } from '../../../api.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import type { BulkDeed } from '../table/table.js'
import { OfficeTable } from '../table/OfficeTable.js'
import { creatorColumns } from './creator-columns.js'
import './words.js'
import './users-office.css'

/** Who publishes, with what came of it, and whom everybody sees first. */
export function OfficeCreatorsPage() {
  const { t } = useTranslation()
  const yesOrNo = (yes: string, no: string) => [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
  return (
    <>
      <PageHeading title={t('officePeople.creators')} />
      <OfficeTable
        name="creators"
        label={t('officePeople.creators')}
        columns={creatorColumns(t)}
        filters={[
          {
            name: 'featured',
            label: t('officePeople.featured'),
            options: yesOrNo(t('officePeople.featured'), t('officePeople.notFeatured')),
          },
          {
            name: 'banned',
            label: t('officePeople.state'),
            options: yesOrNo(t('officePeople.banned'), t('officePeople.notBanned')),
          },
        ]}
        searchLabel={t('officePeople.searchCreators')}
        load={(asked, signal) =>
          ask<typeof officeCreatorRoutes.listOfficeCreators>('GET', '/backstage/creators', asked, { signal })
        }
        bulk={[bulkFeature(t, true), bulkFeature(t, false)]}
        nameOf={nameOf}
        empty={<Notice text={t('officePeople.noCreators')} />}
      />
    </>
  )
}

const nameOf = (creator: OfficeCreator) => creator.nickname || creator.name

const bulkFeature = (t: TFunction, featured: boolean): BulkDeed => ({
  label: t(featured ? 'officePeople.feature' : 'officePeople.unfeature'),
  consequence: (count) => t(featured ? 'officePeople.featureMany' : 'officePeople.unfeatureMany', { count }),
  done: (count) => t(featured ? 'officePeople.doneFeatureMany' : 'officePeople.doneUnfeatureMany', { count }),
  asksReason: true,
  run: (wanted) =>
    ask<typeof officeCreatorRoutes.featureCreators>('POST', '/backstage/creators/bulk-feature', {
      ...wanted,
      featured,
    }),
})
