import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import type { BulkAction, ColumnOf } from '../table/table.js'
import { BackstageTable } from '../table/BackstageTable.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import { Link } from '../../../lib/router.js'
import { formatBytes, formatDate, formatNumber } from '../../../ui/format.js'
import { backstagePaths } from '../backstage-paths.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import './users-backstage.css'

await loadNamespaces('users-backstage')

export function BackstageCreatorsPage() {
  const { t } = useTranslation()
  const yesOrNo = (yes: string, no: string) => [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
  return (
    <>
      <PageHeading title={t('app.creators')} />
      <BackstageTable
        name="creators"
        label={t('app.creators')}
        columns={creatorColumns(t)}
        filters={[
          {
            name: 'featured',
            label: t('users-backstage:featured'),
            options: yesOrNo(t('users-backstage:featured'), t('users-backstage:notFeatured')),
          },
          {
            name: 'banned',
            label: t('backstage:columns.state'),
            options: yesOrNo(t('users-backstage:banned'), t('users-backstage:notBanned')),
          },
        ]}
        searchLabel={t('users-backstage:searchCreators')}
        load={(asked, signal) => backstageApi.listBackstageCreators(asked, { signal })}
        bulk={[bulkFeature(t, true), bulkFeature(t, false)]}
        nameOf={nameOf}
        empty={<Notice text={t('people.empty')} />}
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

const creatorColumns = (t: TFunction): ColumnOf<'creators', BackstageCreator>[] => {
  const count = (
    name: 'works' | 'followers' | 'likes' | 'views' | 'renders',
  ): ColumnOf<'creators', BackstageCreator> => ({
    name,
    label: t(`users-backstage:${name}`),
    number: true,
    cell: (creator) => formatNumber(creator[name]),
  })
  return [
    {
      name: 'name',
      label: t('common.name'),
      cell: (creator) => (
        <>
          <Link to={backstagePaths.user(creator.id)}>
            <bdi>{creator.nickname || creator.name}</bdi>
          </Link>
          {creator.banned && <small className="backstage-banned"> {t('users-backstage:banned')}</small>}
        </>
      ),
    },
    {
      name: 'featured',
      label: t('users-backstage:featured'),
      cell: ({ featuredAt }) => (featuredAt ? formatDate(featuredAt) : '–'),
    },
    count('works'),
    count('followers'),
    count('likes'),
    count('views'),
    { ...count('renders'), hidden: true },
    {
      name: 'bytes',
      label: t('backstage:overview.storage'),
      number: true,
      cell: (creator) => formatBytes(creator.bytes),
    },
    {
      name: 'published',
      label: t('users-backstage:lastPublished'),
      cell: (creator) => <span className="backstage-line">{formatDate(creator.lastPublishedAt)}</span>,
    },
    { name: 'actions', label: t('backstage:columns.actions'), cell: (creator) => <FeatureButton creator={creator} /> },
  ]
}

function FeatureButton({ creator }: { creator: BackstageCreator }) {
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
