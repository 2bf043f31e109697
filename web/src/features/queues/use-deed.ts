import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../api.js'
import { toast } from '../../ui/toasts.js'

/**
 * Does something to a queue, and fetches anew what the back office shows. What went wrong is told in a toast; the answer
 * is undefined then.
 */
export function useDeed() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: (deed: () => Promise<unknown>) => deed(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['backstage'] }),
    onError: (error) => toast('error', error instanceof CallFailure ? error.failed.message : t('queues.deeds.failed')),
  })
  return {
    isBusy: mutation.isPending,
    /** Resolves to whether it was done. */
    run: (deed: () => Promise<unknown>): Promise<boolean> =>
      mutation.mutateAsync(deed).then(
        () => true,
        () => false,
      ),
  }
}
