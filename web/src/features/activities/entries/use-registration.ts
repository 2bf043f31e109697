import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { api, resultOf } from '../../../lib/api.js'
import { FAILED } from '../../../lib/request.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { changeActivity, refreshActivity } from '../use-activity.js'

/** Registers the reader and takes it back; every part of the page follows. Resolves with whether it was done. */
export function useRegistration(activity: Activity) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { id } = activity
  async function change(to: boolean): Promise<boolean> {
    setBusy(true)
    const result = to ? await resultOf(api.registerForActivity({ id })) : await resultOf(api.cancelRegistration({ id }))
    setBusy(false)
    if (result.code !== FAILED) {
      const { registeredAt, participants } = result.data
      const mine = { works: 0, juror: false, ...activity.mine, registeredAt }
      changeActivity(queryClient, id, { participants, mine })
      toast('success', t(to ? 'activities:registeredDone' : 'activities:cancelDone'))
    }
    void refreshActivity(queryClient, id)
    return result.code !== FAILED
  }
  return { busy, change }
}
