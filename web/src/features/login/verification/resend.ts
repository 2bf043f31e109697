import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../lib/api.js'
import type { WordKey } from '../../../i18n/index.js'
import { loadMe } from '../../../lib/me.js'

/** The words of each way in which sending a mail, or confirming by it, can fail. */
export const mailProblems = {
  failed: 'mail.failed',
  verified: 'mail.verified',
  network: 'errors.network',
  timeout: 'errors.timeout',
} as const satisfies Record<string, WordKey>

const codeOf = (error: Error) => (error instanceof ApiError ? error.code : undefined)

/** How a call about a mail failed. */
export function mailProblemOf(error: Error): keyof typeof mailProblems {
  const code = codeOf(error)
  if (code === 'EMAIL_ALREADY_VERIFIED') return 'verified'
  if (code === 'NETWORK') return 'network'
  return code === 'TIMEOUT' || code === 'REQUEST_TIMEOUT' ? 'timeout' : 'failed'
}

/** Sends the mail that confirms the address again. */
export function useResend() {
  const { t } = useTranslation()
  const { error, isPending, isSuccess, mutate } = useMutation({
    mutationFn: () => api.sendVerification(),
    meta: { showsError: true },
    onError(error) {
      if (mailProblemOf(error) === 'verified') void loadMe({ fresh: true })
    },
  })
  const problem = error && mailProblemOf(error)
  const button: WordKey = problem === 'timeout' || problem === 'network' ? 'app.retry' : 'mail.resend'
  return {
    isBusy: isPending,
    isSent: isSuccess,
    /** Why it failed. The server's own sentence tells when the next mail may go. */
    problem: error && problem && (codeOf(error) === 'RATE_LIMITED' ? error.message : t(mailProblems[problem])),
    /** The words of the button: to send again, or to try again what did not get through. */
    button,
    resend: () => mutate(),
  }
}
