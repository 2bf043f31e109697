import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { api } from '../../../lib/api.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { changeActivity, refreshActivity } from '../use-activity.js'

/** Registers the reader and takes it back; every part of the page follows. */
export function useRegistration(activity: Activity) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id } = activity
  return useMutation({
    mutationFn: (to: boolean) => (to ? api.registerForActivity : api.cancelRegistration)({ id }),
    onSuccess({ registeredAt, participants }, to) {
      const mine = { works: 0, juror: false, ...activity.mine, registeredAt }
      changeActivity(queryClient, id, { participants, mine })
      toast('success', t(to ? 'activities:registeredDone' : 'activities:cancelDone'))
    },
    onSettled: () => void refreshActivity(queryClient, id),
  })
}
