import type { TFunction } from 'i18next'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
import { Link } from '../../../lib/router.js'
import { formatBytes, formatDate, formatNumber } from '../../../ui/format.js'
import type { ColumnOf } from '../table/table.js'
import { backstagePaths } from '../backstage-paths.js'
import { FeatureButton } from './FeatureButton.js'

/** The columns of the list of creators. */
export const creatorColumns = (t: TFunction): ColumnOf<'creators', BackstageCreator>[] => {
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
      label: t('users-backstage:name'),
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
      label: t('users-backstage:bytes'),
      number: true,
      cell: (creator) => formatBytes(creator.bytes),
    },
    {
      name: 'published',
      label: t('users-backstage:lastPublished'),
      cell: (creator) => <span className="backstage-line">{formatDate(creator.lastPublishedAt)}</span>,
    },
    { name: 'actions', label: t('users-backstage:actions'), cell: (creator) => <FeatureButton creator={creator} /> },
  ]
}
