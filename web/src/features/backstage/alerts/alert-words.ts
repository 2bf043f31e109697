import type { TFunction } from 'i18next'
import type { Alert } from '@toile/contracts/queues/alerts'
import { queueTitle, formatDuration } from '../queues/figures.js'

export function alertWords(t: TFunction, { kind, queue, params }: Alert): string {
  const number = (name: string) => Number(params[name] ?? 0)
  const of = { queue: queueTitle(t, queue ?? '') }
  switch (kind) {
    case 'no_worker':
      return t('backstage:queues.alerts.no_worker', { ...of, count: number('waiting') })
    case 'too_old':
      return t('backstage:queues.alerts.too_old', { ...of, target: formatDuration(t, number('targetSeconds')) })
    case 'failures':
      return t('backstage:queues.alerts.failures', { ...of, failed: number('failed'), ended: number('ended') })
    case 'disk':
      return t('backstage:queues.alerts.disk', { percent: number('percent') })
    case 'redis':
    case 'postgres':
      return t(
        `backstage:queues.alerts.${kind}.${String(params['reason']) as 'disk'}` as 'backstage:queues.alerts.redis.disk',
      )
  }
}
