import type { Queues } from '@toile/bus/queues'
import type { Db } from '@toile/db/client'
import type { Config } from '@toile/runtime/config'
import type { Logger } from '@toile/runtime/logger'
import type { Storage } from '@toile/storage/storage'

/** What ticks work with. */
export interface TickParts {
  db: Db
  queues: Queues
  storage: Storage
  config: Config
  log: Logger
}
