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

interface Resend {
  state: MailState
  /** The words of why it failed. */
  problem: WordKey | undefined
  /** The words of the button: to send again, or to try again what did not get through. */
  button: WordKey
  resend: () => Promise<void>
}

/** Sends the mail that confirms the address again. */
export function useResend(): Resend {
  const [state, setState] = useState<MailState>('idle')
  return {
    state,
    problem: state in mailProblems ? mailProblems[state as keyof typeof mailProblems] : undefined,
    button: state === 'timeout' || state === 'network' ? 'app.retry' : 'mail.resend',
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
