import type { Generated } from 'kysely'
import type { Platform } from '@toile/contracts/software/software.constants'

interface CodeBatches {
  id: string
  days: number
  count: number
  note: Generated<string>
  created_by: string | null
  created_at: Generated<Date>
}

interface SCodes {
  id: string
  batch_id: string
  days: number
  /** SHA-256 of the normalized code. */
  hash: Buffer
  hint: string
  holder_id: string | null
  received_at: Date | null
  used_by: string | null
  used_at: Date | null
  voided_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
}

interface Entitlements {
  id: string
  user_id: string
  code_id: string
  days: number
  starts_at: Date
  ends_at: Date
  created_at: Generated<Date>
}

interface Packages {
  id: string
  name: string
  platform: Platform
  version: string
  notes: Generated<string>
  filename: string
  file_id: string
  needs_code: Generated<boolean>
  withdrawn_at: Date | null
  created_at: Generated<Date>
}

interface Devices {
  id: string
  user_id: string
  /** The identifier that the desktop software sends for the computer. */
  device_id: string
  name: string
  token_hash: Buffer | null
  /** The session of the latest sign-in on this device. */
  session_id: string | null
  bound_at: Generated<Date>
  last_seen_at: Generated<Date>
  unbound_at: Date | null
  unbound_by: string | null
  /** Whether the owner, and not an administrator, unbound the device. */
  unbound_own: Generated<boolean>
  version: Generated<number>
}

export interface SoftwareTables {
  code_batches: CodeBatches
  s_codes: SCodes
  entitlements: Entitlements
  packages: Packages
  devices: Devices
}
