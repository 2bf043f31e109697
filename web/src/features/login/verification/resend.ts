import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../lib/api.js'
import type { WordKey } from '../../../i18n/index.js'
import { loadMe } from '../../../lib/me.js'

export const mailProblems = {
  failed: 'mail.failed',
  verified: 'mail.verified',
  network: 'errors.network',
  timeout: 'errors.timeout',
} as const satisfies Record<string, WordKey>

const codeOf = (error: Error) => (error instanceof ApiError ? error.code : undefined)

export function mailProblemOf(error: Error): keyof typeof mailProblems {
  const code = codeOf(error)
  if (code === 'EMAIL_ALREADY_VERIFIED') return 'verified'
  if (code === 'NETWORK') return 'network'
  return code === 'TIMEOUT' || code === 'REQUEST_TIMEOUT' ? 'timeout' : 'failed'
}

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
    /** For RATE_LIMITED, the server's message says when the next mail may be sent. */
    problem: error && problem && (codeOf(error) === 'RATE_LIMITED' ? error.message : t(mailProblems[problem])),
    button,
    resend: () => mutate(),
  }
}
