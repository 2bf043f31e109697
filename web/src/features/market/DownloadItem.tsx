import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MarketItem } from '@toile/contracts/market/market'
import { api, ApiError, showError } from '../../lib/api.js'
import { paths, withQuery } from '../../lib/paths.js'
import { useLocation } from '../../lib/router.js'
import { useSession } from '../../lib/session.js'
import { useLive } from '../../lib/socket.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { toast } from '../../ui/toasts/toasts.js'
import { useMarketAddress } from './use-market.js'

export function DownloadItem({ item }: { item: MarketItem }) {
  const { t } = useTranslation()
  const session = useSession()
  const { pathname, search } = useLocation()
  const { isInStudio } = useMarketAddress()
  const queryClient = useQueryClient()
  const download = useMutation({
    mutationFn: () => api.downloadMarketItem({ id: item.id }),
    meta: { showsError: true },
    onSuccess(link) {
      save(link)
      toast('success', t('market:started'))
      void queryClient.invalidateQueries({ queryKey: ['market', 'item', item.id] })
    },
    onError(error) {
      // A refusal (403 or 429) shows the server's reason. Any other error shows the text from the specification.
      const isRefused = error instanceof ApiError && [403, 429].includes(error.status)
      showError(error, isRefused ? undefined : t('market:linkFailed'))
    },
  })
  // In the desktop software, links open a new window, because other pages refuse to be shown in a frame. After signing
  // in there, the user continues on the full site.
  const elsewhere = isInStudio ? ({ target: '_blank', rel: 'noopener' } as const) : undefined
  if (!session) {
    const back = isInStudio ? withQuery(paths.market, { item: item.id }) : pathname + search
    return (
      <ButtonLink variant="filled" className="market-download" to={paths.signIn(back)} {...elsewhere}>
        {t('market:signIn')}
      </ButtonLink>
    )
  }
  if (!item.allowed) return <NeedsCode {...elsewhere} />
  return (
    <Button variant="filled" className="market-download" busy={download.isPending} onClick={() => download.mutate()}>
      {t('common.download')}
    </Button>
  )
}

function NeedsCode(elsewhere: { target?: string; rel?: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  // The item is refetched after this message, because the user may have redeemed a code in another window.
  useLive('software:changed', () => void queryClient.invalidateQueries({ queryKey: ['market', 'item'] }))
  return (
    <>
      <p className="market-needs">{t('market:needsCode')}</p>
      <ButtonLink className="market-download" to={paths.software('codes')} {...elsewhere}>
        {t('market:enterCode')}
      </ButtonLink>
    </>
  )
}

/** Clicks a link with the attribute `download`, so that the browser does not leave the page. */
function save({ url, filename }: { url: string; filename: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
}
