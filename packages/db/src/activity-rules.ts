import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'
import type { ErrorCode } from '@toile/contracts/errors'

export type ActivityAction = 'register' | 'cancel' | 'submit' | 'withdraw' | 'score' | 'award'

/** Phases that allow an action, and the error codes before and after them. The phase `ended` has its own code. */
const rules: Record<ActivityAction, { in: readonly ActivityPhase[]; before: ErrorCode; after: ErrorCode }> = {
  register: { in: ['registration'], before: 'ACTIVITY_NOT_OPEN', after: 'REGISTRATION_MISSED' },
  cancel: { in: ['registration', 'submission'], before: 'ACTIVITY_NOT_OPEN', after: 'CANCELLATION_MISSED' },
  submit: { in: ['submission'], before: 'SUBMISSION_NOT_OPEN', after: 'SUBMISSION_MISSED' },
  withdraw: { in: ['submission'], before: 'SUBMISSION_NOT_OPEN', after: 'WITHDRAWAL_MISSED' },
  score: { in: ['reviewing'], before: 'SCORING_CLOSED', after: 'SCORING_CLOSED' },
  award: { in: ['awarding'], before: 'AWARDING_CLOSED', after: 'AWARDING_CLOSED' },
}
const order: readonly ActivityPhase[] = ['upcoming', 'registration', 'submission', 'reviewing', 'awarding', 'ended']

export function refusalOf(action: ActivityAction, phase: ActivityPhase): ErrorCode | undefined {
  const rule = rules[action]
  if (rule.in.includes(phase)) return undefined
  if (phase === 'ended') return 'ACTIVITY_ENDED'
  return order.indexOf(phase) < order.indexOf(rule.in[0]!) ? rule.before : rule.after
}
