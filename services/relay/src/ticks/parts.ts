import type { Redis } from 'ioredis'
import type { progressReporter } from '@toile/bus/progress'
import type { Queues } from '@toile/bus/queues'
import type { Db } from '@toile/db/client'
import type { Config } from '@toile/runtime/config'
import type { Logger } from '@toile/runtime/logger'
import type { Storage } from '@toile/storage/storage'

export interface TickParts {
  db: Db
  redis: Redis
  queues: Queues
  report: ReturnType<typeof progressReporter>
  storage: Storage
  config: Config
  log: Logger
}
