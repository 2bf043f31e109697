import type { ColumnType, Generated } from 'kysely'
import type { AlertKind } from '@toile/contracts/queues/alerts.constants'
import type { Params } from '@toile/contracts/failures'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import type { Json } from './json.js'

interface QueueSettings {
  queue: string
  paused: Generated<boolean>
  concurrency: number | null
  updated_at: Generated<Date>
}

interface DrainedWorkers {
  worker_id: string
  created_at: Generated<Date>
}

interface QueueHealths {
  queue: string
  health: Json<QueueHealth>
  event_id: string
  recent: Json<RecentCounts[]>
  measured_at: Generated<Date>
}

/** Jobs that arrived, completed and failed in one measurement of a queue's events. */
export type RecentCounts = [at: number, arrived: number, completed: number, failed: number]

interface QueueHistory {
  queue: string
  span: HistorySpan
  at: Date
  arrived: Generated<number>
  completed: Generated<number>
  failed: Generated<number>
  run_seconds: Generated<number>
  waits: Generated<number[]>
  runs: Generated<number[]>
  waiting: Generated<number>
  oldest_seconds: Generated<number>
  workers: Generated<number>
}

export type HistorySpan = 'minute' | 'hour' | 'day'

interface Deploys {
  version: string
  seen_at: Generated<Date>
  /** Times at which this version returned after another one had run. */
  again: Generated<Date[]>
}

interface Alerts {
  id: string
  kind: AlertKind
  /** Empty for alerts about the whole installation. */
  queue: Generated<string>
  params: ColumnType<Params, string | undefined, string>
  opened_at: Generated<Date>
  acknowledged_at: Date | null
  acknowledged_by: string | null
  closed_at: Date | null
  updated_at: Generated<Date>
  version: Generated<number>
  /** Last version sent to the webhook. */
  notified_version: Generated<number>
  notify_tries: Generated<number>
  notify_at: Generated<Date>
}

interface AlertSignals {
  kind: AlertKind
  queue: Generated<string>
  bad: boolean
  since: Generated<Date>
}

export interface QueuesTables {
  queue_settings: QueueSettings
  drained_workers: DrainedWorkers
  queue_health: QueueHealths
  queue_history: QueueHistory
  deploys: Deploys
  alerts: Alerts
  alert_signs: AlertSignals
}
