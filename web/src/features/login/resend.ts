import { useState } from 'react'
import type { emailRoutes } from '@toile/contracts/emails'
import { call, FAILED } from '../../api.js'
import type { WordKey } from '../../i18n/index.js'
import { loadMe } from '../../me.js'

export type MailState = 'idle' | 'busy' | 'sent' | 'verified' | 'failed' | 'network' | 'timeout'

/** The words of each way in which sending a mail, or confirming by it, can fail. */
export const mailProblems = {
  failed: 'mail.failed',
  verified: 'mail.verified',
  network: 'errors.network',
  timeout: 'errors.timeout',
} as const satisfies Partial<Record<MailState, WordKey>>

/** How a call about a mail ended, by the code of its failure. */
export function mailStateOf(serverCode: string): keyof typeof mailProblems {
  if (serverCode === 'EMAIL_ALREADY_VERIFIED') return 'verified'
  if (serverCode === 'NETWORK') return 'network'
  return serverCode === 'TIMEOUT' || serverCode === 'REQUEST_TIMEOUT' ? 'timeout' : 'failed'
}

/** Sends the mail that confirms the address again. */
export function useResend(): { state: MailState; resend: () => Promise<void> } {
  const [state, setState] = useState<MailState>('idle')
  return {
    state,
    async resend() {
      setState('busy')
      const answer = await call<typeof emailRoutes.sendVerification>('POST', '/auth/email/verification', undefined, {
        quiet: true,
      })
      if (answer.code !== FAILED) return setState('sent')
      const ended = mailStateOf(answer.serverCode)
      setState(ended)
      if (ended === 'verified') void loadMe({ fresh: true })
    },
  }
}
