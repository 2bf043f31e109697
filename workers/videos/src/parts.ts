import type { progressReporter } from '@toile/bus/progress'
import type { Db } from '@toile/db/client'
import type { VideoTools } from '@toile/media/videos/executable'
import type { SystemUser } from '@toile/runtime/system-user'
import type { Storage } from '@toile/storage/storage'

export interface Parts {
  db: Db
  storage: Storage
  report: ReturnType<typeof progressReporter>
  /** Null while not installed. */
  tools: () => VideoTools | null
  /** For media tools when running as root. */
  user: SystemUser | undefined
}
