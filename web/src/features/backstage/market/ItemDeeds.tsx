import { useTranslation } from 'react-i18next'
import type { MarketItem, officeMarketRoutes } from '@toile/contracts/market'
import { ask, call, FAILED } from '../../../api.js'
import { useNavigate } from '../../../router.js'
import { toast } from '../../../ui/toasts.js'
import { ContentDeeds } from '../content/ContentDeeds.js'
import { officePaths } from '../office-paths.js'

/** What an item must have before people see it, in the order of the form. */
const needed = ['title', 'licence', 'imageIds', 'uploadId', 'contents'] as const

/** What an operator does to an item as a whole. */
export function ItemDeeds({ item, keep }: { item: MarketItem; keep: (item: MarketItem) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const path = `/backstage/market-items/${item.id}` as const
  const title = item.title || t('content.untitled')
  async function publish() {
    const options = { quiet: true }
    const answer = await call<typeof officeMarketRoutes.publishMarketItem>(
      'POST',
      `${path}/publish`,
      undefined,
      options,
    )
    if (answer.code === FAILED) {
      const missing = needed.filter((field) => field in answer.fields).map((field) => t(`officeMarket.needs.${field}`))
      const fields = missing.length > 0 ? missing : [answer.message]
      return t('officeMarket.lacks', { fields: fields.join(t('officeMarket.comma')) })
    }
    keep(answer.data)
    toast('success', t('officeMarket.published', { title }))
  }
  async function withdraw(reason: string) {
    keep(await ask<typeof officeMarketRoutes.withdrawMarketItem>('POST', `${path}/withdraw`, { reason }))
    toast('success', t('officeMarket.withdrawn', { title }))
  }
  async function remove(reason: string) {
    await ask<typeof officeMarketRoutes.deleteMarketItem>('DELETE', path, { reason })
    toast('success', t('officeMarket.deleted', { title }))
    await navigate(officePaths.marketItems)
  }
  return (
    <ContentDeeds
      isPublished={item.publishedAt !== null}
      withdrawMeans={t('officeMarket.withdrawMeans')}
      deleteMeans={t('officeMarket.deleteMeans')}
      publish={publish}
      withdraw={withdraw}
      remove={remove}
    />
  )
}
