import type { TFunction } from 'i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { numberFormat } from '@toile/contracts/formats'
import { currentLanguage } from '../../../i18n/index.js'

/** Formats a duration in a single unit: "0.4 s", "42 s", "4 min", "3 h", "2 d". */
export function formatDuration(t: TFunction, seconds: number): string {
  if (seconds > 0 && seconds < 0.05) return t('backstage:queues.time.less')
  const [unit, of] =
    seconds < 99.5
      ? (['s', 1] as const)
      : seconds < 5_400
        ? (['min', 60] as const)
        : seconds < 172_800
          ? (['h', 3_600] as const)
          : (['d', 86_400] as const)
  const value = seconds / of
  const digits = numberFormat(currentLanguage(), { maximumFractionDigits: value < 9.95 && of !== 60 ? 1 : 0 })
  return t(`backstage:queues.time.${unit}`, { n: digits.format(value) })
}

export function queueTitle(t: TFunction, name: string): string {
  return t(`queues:${name as 'uploads'}`, { defaultValue: name })
}

/** Whether jobs wait noticeably: for 5 s or more, in a paused queue, or in a queue without a worker. */
export function isWaiting({ waiting, oldestWaitingSeconds, workers, paused }: QueueHealth): boolean {
  return waiting > 0 && (workers === 0 || paused || (oldestWaitingSeconds ?? 0) >= 5)
}

export function isLate({ oldestWaitingSeconds, targetSeconds }: QueueHealth): boolean {
  return (oldestWaitingSeconds ?? 0) > targetSeconds
}
