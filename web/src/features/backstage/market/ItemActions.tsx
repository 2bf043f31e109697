import { useTranslation } from 'react-i18next'
import type { MarketItem } from '@toile/contracts/market/market'
import { ask, call, FAILED } from '../../../lib/api.js'
import { useNavigate } from '../../../lib/router.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ContentActions } from '../content/ContentActions.js'
import { backstagePaths } from '../backstage-paths.js'
import type { Routes } from '@toile/contracts/routes'

/** What an item must have before people see it, in the order of the form. */
const needed = ['title', 'licence', 'imageIds', 'uploadId', 'contents'] as const

/** What an operator does to an item as a whole. */
export function ItemActions({ item, onSaved }: { item: MarketItem; onSaved: (item: MarketItem) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const path = `/backstage/market-items/${item.id}` as const
  const title = item.title || t('content.untitled')
  async function publish() {
    const options = { quiet: true }
    const result = await call<Routes['publishMarketItem']>('POST', `${path}/publish`, undefined, options)
    if (result.code === FAILED) {
      const missing = needed
        .filter((field) => field in result.fields)
        .map((field) => t(`backstageMarket.needs.${field}`))
      const fields = missing.length > 0 ? missing : [result.message]
      return t('backstageMarket.lacks', { fields: fields.join(t('backstageMarket.comma')) })
    }
    onSaved(result.data)
    toast('success', t('backstageMarket.published', { title }))
  }
  async function withdraw(reason: string) {
    onSaved(await ask<Routes['withdrawMarketItem']>('POST', `${path}/withdraw`, { reason }))
    toast('success', t('backstageMarket.withdrawn', { title }))
  }
  async function remove(reason: string) {
    await ask<Routes['deleteMarketItem']>('DELETE', path, { reason })
    toast('success', t('backstageMarket.deleted', { title }))
    await navigate(backstagePaths.marketItems)
  }
  return (
    <ContentActions
      isPublished={item.publishedAt !== null}
      withdrawMeans={t('backstageMarket.withdrawMeans')}
      deleteMeans={t('backstageMarket.deleteMeans')}
      publish={publish}
      withdraw={withdraw}
      remove={remove}
    />
  )
}
