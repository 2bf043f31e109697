import type { Redis } from 'ioredis'
import type { progressReporter } from '@toile/bus/progress'
import type { Db } from '@toile/db/client'
import type { VideoTools } from '@toile/media/videos/executable'
import type { SystemUser } from '@toile/runtime/system-user'
import type { Storage } from '@toile/storage/storage'
import type { StageKeeper } from './stage-keeper.js'

/** What the handlers work with. */
export interface Parts {
  db: Db
  redis: Redis
  storage: Storage
  report: ReturnType<typeof progressReporter>
  stages: StageKeeper
  /** ffmpeg and ffprobe; null while they are not on this machine (yet). */
  tools: () => VideoTools | null
  /** Whom media tools run as when we are root. */
  user: SystemUser | undefined
  /** What this worker is called where people see who drew what. */
  name: string
}
