import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import { api, resultOf } from '../../lib/api.js'
import { FAILED, type Failed } from '../../lib/request.js'
import { formatDate } from '../../ui/format.js'
import { toast } from '../../ui/toasts/toasts.js'

/**
 * Redeems a code, or one that was given to me. The key stays the same while the same is tried again, so that a lost answer
 * is given once more in place of "it has been used".
 * @returns `redeem` resolves with the failure, undefined when it is done
 */
export function useRedeem(): {
  busy: boolean
  redeem: (what: { code: string } | { id: string }) => Promise<Failed | undefined>
} {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const tried = useRef({ what: '', key: '' })
  async function redeem(what: { code: string } | { id: string }) {
    const text = JSON.stringify(what)
    if (tried.current.what !== text) tried.current = { what: text, key: newId() }
    setBusy(true)
    const result = await resultOf(
      api.redeemCode(what, {
        idempotencyKey: tried.current.key,
        quiet: true,
      }),
    )
    setBusy(false)
    if (result.code === FAILED) return result
    const { code, entitlement } = result.data
    toast('success', t('software:software.redeemed', { count: code.days, date: formatDate(entitlement.until) }))
    void client.invalidateQueries({ queryKey: ['software'] })
    return undefined
  }
  return { busy, redeem }
}
