import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../../lib/api.js'
import { FAILED } from '../../../lib/request.js'
import type { WordKey } from '../../../i18n/index.js'
import { loadMe } from '../../../lib/me.js'

export type MailState = 'idle' | 'busy' | 'sent' | 'soon' | 'verified' | 'failed' | 'network' | 'timeout'

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
  /** Why it failed. */
  problem: string | undefined
  /** The words of the button: to send again, or to try again what did not get through. */
  button: WordKey
  resend: () => Promise<void>
}

/** Sends the mail that confirms the address again. */
export function useResend(): Resend {
  const { t } = useTranslation()
  const [state, setState] = useState<MailState>('idle')
  /** The server's own sentence: when the next mail may go. */
  const [soon, setSoon] = useState('')
  const problemOf = (at: MailState) =>
    at in mailProblems ? t(mailProblems[at as keyof typeof mailProblems]) : undefined
  return {
    state,
    problem: state === 'soon' ? soon : problemOf(state),
    button: state === 'timeout' || state === 'network' ? 'app.retry' : 'mail.resend',
    async resend() {
      setState('busy')
      const result = await resultOf(
        api.sendVerification(
          {},
          {
            quiet: true,
          },
        ),
      )
      if (result.code !== FAILED) return setState('sent')
      if (result.serverCode === 'RATE_LIMITED') {
        setSoon(result.message)
        return setState('soon')
      }
      const ended = mailStateOf(result.serverCode)
      setState(ended)
      if (ended === 'verified') void loadMe({ fresh: true })
    },
  }
}
