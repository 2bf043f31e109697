import { useTranslation } from 'react-i18next'
import type { MarketItem } from '@toile/contracts/market/market'
import type { ApiError } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useNavigate } from '../../../lib/router.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ContentActions } from '../content/ContentActions.js'
import { backstagePaths } from '../backstage-paths.js'

/** The fields that are required for publication, in the order of the form. */
const needed = ['title', 'licence', 'imageIds', 'uploadId', 'contents'] as const

export function ItemActions({ item, onSaved }: { item: MarketItem; onSaved: (item: MarketItem) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = item
  const title = item.title || t('home.noTitle')
  async function publish() {
    onSaved(await backstageApi.publishMarketItem({ id }))
    toast('success', t('content-backstage:content.isPublished', { title }))
  }
  function lackedOf(error: ApiError) {
    const missing = needed
      .filter((field) => field in error.fields)
      .map((field) => t(`content-backstage:backstageMarket.needs.${field}`))
    const fields = missing.length > 0 ? missing : [error.message]
    return t('content-backstage:backstageMarket.lacks', {
      fields: fields.join(t('content-backstage:backstageMarket.comma')),
    })
  }
  async function withdraw(reason: string) {
    onSaved(await backstageApi.withdrawMarketItem({ id, reason }))
    toast('success', t('content-backstage:content.isUnpublished', { title }))
  }
  async function remove(reason: string) {
    await backstageApi.deleteMarketItem({ id, reason })
    toast('success', t('content-backstage:content.isDeleted', { title }))
    await navigate(backstagePaths.marketItems)
  }
  return (
    <ContentActions
      isPublished={item.publishedAt !== null}
      withdrawMeans={t('content-backstage:backstageMarket.withdrawMeans')}
      deleteMeans={t('content-backstage:backstageMarket.deleteMeans')}
      publish={publish}
      lackedOf={lackedOf}
      withdraw={withdraw}
      remove={remove}
    />
  )
}
