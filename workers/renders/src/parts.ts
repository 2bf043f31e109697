import type { Redis } from 'ioredis'
import type { progressReporter } from '@toile/bus/progress'
import type { Db } from '@toile/db/client'
import type { VideoTools } from '@toile/media/videos/executable'
import type { SystemUser } from '@toile/runtime/system-user'
import type { Storage } from '@toile/storage/storage'

export interface Parts {
  db: Db
  redis: Redis
  storage: Storage
  report: ReturnType<typeof progressReporter>
  /** Null while ffmpeg is not installed. */
  tools: () => VideoTools | null
  /** The user that media tools run as when the worker is root. */
  user: SystemUser | undefined
  /** The worker's name, which is shown to users. */
  name: string
}
