import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from '../../../lib/router.js'
import { NotFound } from '../../../ui/ErrorPage.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { backstagePaths } from '../backstage-paths.js'
import { PublishState } from '../content/PublishState.js'
import { isNotFound } from '../../works/use-work.js'
import { ItemActions } from './ItemActions.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MarketItem } from '@toile/contracts/market/market'
import { backstageApi } from '../../../lib/backstage-api.js'
import '../content/content.css'
import './market-backstage.css'

await loadNamespaces('content-backstage', 'market')

const ItemForm = lazy(async () => ({ default: (await import('./ItemForm.js')).ItemForm }))

export function MarketItemPage() {
  const { t } = useTranslation()
  const id = useSearchParams()[0].get('id') ?? ''
  const { query, setCached } = useBackstageItem(id)
  const { data: item, error } = query
  if (id === '' || (isNotFound(error) && !item)) return <NotFound />
  return (
    <>
      <p className="content-back">
        <Link to={backstagePaths.marketItems}>← {t('content-backstage:backstageMarket.heading')}</Link>
      </p>
      <PageHeading title={item?.title || t('home.noTitle')} />
      {error && !item && <LoadFailed text={t('content-backstage:backstageMarket.failed')} of={query} />}
      {!item && !error && <Skeleton height={480} />}
      {item && (
        <>
          <div className="content-line">
            <PublishState publishedAt={item.publishedAt} />
            <ItemActions item={item} onSaved={setCached} />
          </div>
          <Suspense fallback={<Skeleton height={480} />}>
            <ItemForm key={item.id} item={item} onSaved={setCached} />
          </Suspense>
        </>
      )}
    </>
  )
}

const keyOf = (id: string) => ['backstage', 'market', 'one', id]

function useBackstageItem(id: string) {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => backstageApi.getBackstageMarketItem({ id }, { signal }),
    enabled: id !== '',
    staleTime: 0,
  })
  return { query, setCached: (item: MarketItem) => queryClient.setQueryData(keyOf(id), item) }
}
