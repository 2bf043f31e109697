import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import { api } from '../../lib/api.js'
import { useLive } from '../../lib/socket.js'
import { usePaged } from '../../lib/paged.js'
import { formatDate } from '../../ui/format.js'
import { toast } from '../../ui/toasts/toasts.js'

export function useLiveSoftware(): void {
  const client = useQueryClient()
  useLive('software:changed', () => void client.invalidateQueries({ queryKey: ['software'] }))
}

export const usePackages = () =>
  usePaged(['software', 'packages'], (cursor, options) => api.listPackages({ limit: 100, cursor }, options), {
    staleTime: 0,
  })

export const useEntitledDownloads = () =>
  usePaged(
    ['software', 'unlocked'],
    async (cursor, options) => {
      const { items, marketItems, nextCursor } = await api.listUnlocked({ cursor }, options)
      // Ids grow with time, so sorting by id puts the newest first.
      return { items: [...items, ...marketItems].sort((one, other) => (one.id < other.id ? 1 : -1)), nextCursor }
    },
    { staleTime: 0 },
  )

export const useCodes = () =>
  usePaged(['software', 'codes'], (cursor, options) => api.listCodes({ cursor }, options), { staleTime: 0 })

export const useDevices = () =>
  useQuery({
    queryKey: ['software', 'devices'],
    queryFn: ({ signal }) => api.listDevices({}, { signal }),
    staleTime: 0,
  })

/** A retry keeps the idempotency key. The server then repeats a lost answer instead of refusing the code as used. */
export function useRedeem() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const tried = useRef({ what: '', key: '' })
  return async (code: { code: string } | { id: string }): Promise<void> => {
    const what = JSON.stringify(code)
    if (tried.current.what !== what) tried.current = { what, key: newId() }
    const redeemed = await api.redeemCode(code, { idempotencyKey: tried.current.key })
    const { days } = redeemed.code
    toast('success', t('software:software.redeemed', { count: days, date: formatDate(redeemed.entitlement.until) }))
    void client.invalidateQueries({ queryKey: ['software'] })
  }
}
