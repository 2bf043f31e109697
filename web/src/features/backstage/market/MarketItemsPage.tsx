import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backstageStates } from '@toile/contracts/courses/courses.constants'
import type { BackstageMarketItem } from '@toile/contracts/market/market'
import { marketAccesses, marketCategories } from '@toile/contracts/market/market.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link, useNavigate } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { formatBytes, formatNumber, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Picture } from '../../../ui/Picture.js'
import { backstagePaths } from '../backstage-paths.js'
import { PublishState } from '../content/PublishState.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import '../content/content.css'

await loadNamespaces('content-backstage', 'market')

/** A new item is created empty and unpublished. The page of the item has the fields. */
export function MarketItemsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: () => backstageApi.createMarketItem(),
    onSuccess: ({ id }) => navigate(backstagePaths.marketItem(id)),
  })
  const button = (
    <Button variant="filled" className="button-small" busy={make.isPending} onClick={() => make.mutate()}>
      {t('content-backstage:backstageMarket.new')}
    </Button>
  )
  const columns: ColumnOf<'market', BackstageMarketItem>[] = [
    { name: 'title', label: t('common.title'), cell: (item) => <ItemName item={item} /> },
    {
      name: 'publishedAt',
      label: t('backstage:columns.state'),
      cell: ({ publishedAt }) => <PublishState publishedAt={publishedAt} />,
    },
    {
      name: 'category',
      label: t('home.category'),
      cell: ({ category }) => t(`market:categories.${category}`),
    },
    {
      name: 'access',
      label: t('content-backstage:content.access'),
      cell: ({ access }) => t(`market:access.${access}`),
    },
    {
      name: 'formats',
      label: t('market:formats'),
      cell: ({ contents }) =>
        contents.formats.join(', ') || <span className="muted">{t('content-backstage:backstageMarket.noFile')}</span>,
    },
    {
      name: 'bytes',
      label: t('market:size'),
      number: true,
      cell: ({ bytes }) => (bytes > 0 ? formatBytes(bytes) : '–'),
    },
    {
      name: 'downloads',
      label: t('content-backstage:backstageMarket.downloads'),
      number: true,
      cell: ({ downloads }) => formatNumber(downloads),
    },
    {
      name: 'updatedAt',
      label: t('content-backstage:content.changed'),
      cell: ({ updatedAt }) => formatTime(updatedAt),
    },
  ]
  return (
    <>
      <PageHeading title={t('content-backstage:backstageMarket.heading')} />
      <p className="muted backstage-about">{t('content-backstage:backstageMarket.about')}</p>
      <BackstageTable
        name="market"
        label={t('content-backstage:backstageMarket.heading')}
        columns={columns}
        searchLabel={t('content-backstage:backstageMarket.search')}
        filters={[
          {
            name: 'state',
            label: t('backstage:columns.state'),
            options: backstageStates.map((value) => ({ value, label: t(`content-backstage:content.states.${value}`) })),
          },
          {
            name: 'category',
            label: t('home.category'),
            options: marketCategories.map((value) => ({ value, label: t(`market:categories.${value}`) })),
          },
          {
            name: 'access',
            label: t('content-backstage:content.access'),
            options: marketAccesses.map((value) => ({ value, label: t(`market:access.${value}`) })),
          },
        ]}
        load={(asked, signal) =>
          backstageApi.listBackstageMarketItems(asked, {
            signal,
          })
        }
        nameOf={({ title }) => title || t('home.noTitle')}
        empty={<Notice text={t('content-backstage:backstageMarket.empty')}>{button}</Notice>}
      >
        {button}
      </BackstageTable>
    </>
  )
}

function ItemName({ item: { id, title, cover } }: { item: BackstageMarketItem }) {
  const { t } = useTranslation()
  return (
    <span className="content-name">
      <span className="content-thumb">{cover && <Picture image={cover} sizes="40px" />}</span>
      <Link to={backstagePaths.marketItem(id)}>
        <bdi>{title || t('home.noTitle')}</bdi>
      </Link>
    </span>
  )
}
