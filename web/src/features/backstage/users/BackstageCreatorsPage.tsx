import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import * as backstageUserRoutes from '@toile/contracts/users/users-backstage.paths'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
import { ask } from '../../../lib/api.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import type { BulkAction } from '../table/table.js'
import { BackstageTable } from '../table/BackstageTable.js'
import { creatorColumns } from './creator-columns.js'
import './words.js'
import './users-backstage.css'

/** Who publishes, with what came of it, and whom everybody sees first. */
export function BackstageCreatorsPage() {
  const { t } = useTranslation()
  const yesOrNo = (yes: string, no: string) => [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
  return (
    <>
      <PageHeading title={t('backstagePeople.creators')} />
      <BackstageTable
        name="creators"
        label={t('backstagePeople.creators')}
        columns={creatorColumns(t)}
        filters={[
          {
            name: 'featured',
            label: t('backstagePeople.featured'),
            options: yesOrNo(t('backstagePeople.featured'), t('backstagePeople.notFeatured')),
          },
          {
            name: 'banned',
            label: t('backstagePeople.state'),
            options: yesOrNo(t('backstagePeople.banned'), t('backstagePeople.notBanned')),
          },
        ]}
        searchLabel={t('backstagePeople.searchCreators')}
        load={(asked, signal) => ask(backstageUserRoutes.listBackstageCreators)(asked, { signal })}
        bulk={[bulkFeature(t, true), bulkFeature(t, false)]}
        nameOf={nameOf}
        empty={<Notice text={t('backstagePeople.noCreators')} />}
      />
    </>
  )
}

const nameOf = (creator: BackstageCreator) => creator.nickname || creator.name

const bulkFeature = (t: TFunction, featured: boolean): BulkAction => ({
  label: t(featured ? 'backstagePeople.feature' : 'backstagePeople.unfeature'),
  consequence: (count) => t(featured ? 'backstagePeople.featureMany' : 'backstagePeople.unfeatureMany', { count }),
  done: (count) => t(featured ? 'backstagePeople.doneFeatureMany' : 'backstagePeople.doneUnfeatureMany', { count }),
  asksReason: true,
  run: (wanted) => ask(backstageUserRoutes.featureCreators)({ ...wanted, featured }),
})
