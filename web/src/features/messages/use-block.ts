import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '@toile/contracts/messages/messages'
import { api, resultOf } from '../../lib/api.js'
import { FAILED } from '../../lib/request.js'
import { toast } from '../../ui/toasts/toasts.js'
import { refreshConversations } from './cache.js'

/** Blocks the other of a conversation, with a way back, or lifts that. */
export function useBlock({ person }: Conversation) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const name = person ? person.nickname || person.name : ''
  const block = async (on: boolean): Promise<void> => {
    if (!person) return
    setBusy(true)
    const result = on ? await resultOf(api.block({ id: person.id })) : await resultOf(api.unblock({ id: person.id }))
    if (result.code !== FAILED) {
      await refreshConversations()
      if (on)
        toast('success', t('messages.blockedNow', { name }), {
          action: { label: t('messages.undo'), act: () => void block(false) },
        })
    }
    setBusy(false)
  }
  return { isBusy, block }
}
