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
import { ItemForm } from './ItemForm.js'
import { useBackstageItem } from './use-market-item.js'
import '../../market/words.js'
import '../content/words.js'
import '../content/content.css'
import './market-backstage.css'

/** An item of the market whole: what it says of itself, its pictures, its file and what is in that. */
export function MarketItemPage() {
  const { t } = useTranslation()
  const id = useSearchParams()[0].get('id') ?? ''
  const { query, setCached } = useBackstageItem(id)
  const { data: item, error } = query
  if (id === '' || (isNotFound(error) && !item)) return <NotFound />
  return (
    <>
      <p className="content-back">
        <Link to={backstagePaths.marketItems}>← {t('backstageMarket.heading')}</Link>
      </p>
      <PageHeading title={item?.title || t('content.untitled')} />
      {error && !item && (
        <LoadFailed text={t('backstageMarket.failed')} reason={error.message} retry={() => void query.refetch()} />
      )}
      {!item && !error && <Skeleton height={480} />}
      {item && (
        <>
          <div className="content-line">
            <PublishState publishedAt={item.publishedAt} />
            <ItemActions item={item} onSaved={setCached} />
          </div>
          <ItemForm key={item.id} item={item} onSaved={setCached} />
        </>
      )}
    </>
  )
}
