import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import type { BulkAction } from '../table/table.js'
import { BackstageTable } from '../table/BackstageTable.js'
import { creatorColumns } from './creator-columns.js'
import { loadNamespaces } from '../../../i18n/index.js'
import './users-backstage.css'

await loadNamespaces({
  'users-backstage': {
    en: () => import('../../../locales/en/users-backstage.json'),
    'zh-CN': () => import('../../../locales/zh-CN/users-backstage.json'),
  },
})

/** Who publishes, with what came of it, and whom everybody sees first. */
export function BackstageCreatorsPage() {
  const { t } = useTranslation()
  const yesOrNo = (yes: string, no: string) => [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
  return (
    <>
      <PageHeading title={t('users-backstage:creators')} />
      <BackstageTable
        name="creators"
        label={t('users-backstage:creators')}
        columns={creatorColumns(t)}
        filters={[
          {
            name: 'featured',
            label: t('users-backstage:featured'),
            options: yesOrNo(t('users-backstage:featured'), t('users-backstage:notFeatured')),
          },
          {
            name: 'banned',
            label: t('users-backstage:state'),
            options: yesOrNo(t('users-backstage:banned'), t('users-backstage:notBanned')),
          },
        ]}
        searchLabel={t('users-backstage:searchCreators')}
        load={(asked, signal) => backstageApi.listBackstageCreators(asked, { signal })}
        bulk={[bulkFeature(t, true), bulkFeature(t, false)]}
        nameOf={nameOf}
        empty={<Notice text={t('users-backstage:noCreators')} />}
      />
    </>
  )
}

const nameOf = (creator: BackstageCreator) => creator.nickname || creator.name

const bulkFeature = (t: TFunction, featured: boolean): BulkAction => ({
  label: t(featured ? 'users-backstage:feature' : 'users-backstage:unfeature'),
  consequence: (count) => t(featured ? 'users-backstage:featureMany' : 'users-backstage:unfeatureMany', { count }),
  done: (count) => t(featured ? 'users-backstage:doneFeatureMany' : 'users-backstage:doneUnfeatureMany', { count }),
  asksReason: true,
  run: (wanted) => backstageApi.featureCreators({ ...wanted, featured }),
})
