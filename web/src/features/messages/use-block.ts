import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '@toile/contracts/messages/messages'
import { api } from '../../lib/api.js'
import { toast } from '../../ui/toasts/toasts.js'
import { refreshConversations } from './cache.js'

export function useBlock({ person }: Conversation) {
  const { t } = useTranslation()
  const name = person ? person.nickname || person.name : ''
  const block = useMutation({
    mutationFn: async (on: boolean) => person && (on ? api.block : api.unblock)({ id: person.id }),
    async onSuccess(_, on) {
      await refreshConversations()
      if (on)
        toast('success', t('messages.blockedNow', { name }), {
          action: { label: t('common.undo'), act: () => block.mutate(false) },
        })
    },
  })
  return block
}
