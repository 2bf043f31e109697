import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.js'
import { toast } from '../../../ui/toasts/toasts.js'

/** Does something to a queue, and fetches anew what the back office shows. What went wrong is told in a toast. */
export function useAction() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  /** Resolves to whether it was done. */
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await action()
      return true
    } catch (error) {
      toast('error', error instanceof ApiError ? error.message : t('backstage:action.failed'))
      return false
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['backstage'] })
    }
  }
  return { isBusy, run }
}
