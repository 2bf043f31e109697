import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketItem } from '@toile/contracts/market/market'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Picture } from '../../ui/Picture.js'
import { Loading } from '../../ui/Skeleton.js'
import { isNotFound } from '../works/use-work.js'
import { DownloadItem } from './DownloadItem.js'
import { MarketItemContents } from './MarketItemContents.js'
import { failureKey, useMarketItem } from './use-market.js'

// RichText is loaded on demand, because its sanitiser takes 11 kB and only items with a long text need it.
const RichText = lazy(async () => ({ default: (await import('../rich-text/RichText.js')).RichText }))

export function MarketSheet({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation()
  const item = useMarketItem(id)
  return (
    <Dialog title={item.data?.title ?? t('market:title')} onClose={close} className="market-sheet">
      <Button variant="quiet" className="market-close" aria-label={t('common.close')} onClick={close}>
        <span aria-hidden="true">×</span>
      </Button>
      {item.data ? (
        <Sheet item={item.data} />
      ) : isNotFound(item.error) ? (
        <NotFound />
      ) : item.error ? (
        <LoadFailed text={t(failureKey(item.error))} of={item} reason="" />
      ) : (
        <Loading height={420} />
      )}
    </Dialog>
  )
}

function Sheet({ item }: { item: MarketItem }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(0)
  const picture = item.pictures[shown]
  return (
    <div className="market-item">
      <div className="market-pictures">
        <div className="market-picture">
          {picture && <Picture key={picture.id} image={picture} sizes="560px" first />}
        </div>
        {item.pictures.length > 1 && (
          <ul>
            {item.pictures.map((one, i) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-label={t('common.imageNumber', { number: i + 1 })}
                  aria-current={i === shown ? 'true' : undefined}
                  onClick={() => setShown(i)}
                >
                  <Picture image={one} sizes="72px" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="market-text">
        <p className="muted">
          {t(`market:categories.${item.category}`)} · {t(`market:access.${item.access}`)}
          {item.downloads > 0 && ` · ${t('market:downloads', { count: item.downloads })}`}
        </p>
        <p className="market-intro" dir="auto">
          {item.intro}
        </p>
        {item.description && (
          <Suspense>
            <RichText html={item.description} />
          </Suspense>
        )}
        <MarketItemContents item={item} />
        <DownloadItem item={item} />
      </div>
    </div>
  )
}
