import type { TFunction } from 'i18next'
import type { OfficeCreator } from '@toile/contracts/users-office'
import { Link } from '../../../router.js'
import { formatBytes, formatDate, formatNumber } from '../../../ui/format.js'
import type { ColumnOf } from '../table/table.js'
import { officePaths } from '../office-paths.js'
import { FeatureButton } from './FeatureButton.js'

/** The columns of the list of creators. */
export const creatorColumns = (t: TFunction): ColumnOf<'creators', OfficeCreator>[] => {
  const count = (name: 'works' | 'followers' | 'likes' | 'views' | 'renders'): ColumnOf<'creators', OfficeCreator> => ({
    name,
    label: t(`officePeople.${name}`),
    sortable: true,
    number: true,
    cell: (creator) => formatNumber(creator[name]),
  })
  return [
    {
      name: 'name',
      label: t('officePeople.name'),
      cell: (creator) => (
        <>
          <Link to={officePaths.user(creator.id)}>
            <bdi>{creator.nickname || creator.name}</bdi>
          </Link>
          {creator.banned && <small className="office-banned"> {t('officePeople.banned')}</small>}
        </>
      ),
    },
    {
      name: 'featured',
      label: t('officePeople.featured'),
      sortable: true,
      cell: ({ featuredAt }) => (featuredAt ? formatDate(featuredAt) : '–'),
    },
    count('works'),
    count('followers'),
    count('likes'),
    count('views'),
    { ...count('renders'), hidden: true },
    {
      name: 'bytes',
      label: t('officePeople.bytes'),
      sortable: true,
      number: true,
      cell: (creator) => formatBytes(creator.bytes),
    },
    {
      name: 'published',
      label: t('officePeople.lastPublished'),
      sortable: true,
      cell: (creator) => <span className="office-line">{formatDate(creator.lastPublishedAt)}</span>,
    },
    { name: 'deeds', label: t('officePeople.deeds'), cell: (creator) => <FeatureButton creator={creator} /> },
  ]
}
