import type { Generated } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { ModelCorrection, ModelFacts, ModelReport } from '@toile/contracts/models/models'
import type { ProprietaryFormat } from '@toile/contracts/models/models.constants'
import type { UploadKind, UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { Json } from './json.js'

interface StageEntry {
  stage: UploadStage
  at: string
}

interface Uploads {
  id: string
  owner_id: string
  kind: UploadKind
  filename: string
  filetype: Generated<string>
  size: number
  stage: Generated<UploadStage>
  /** Raised by retry and by the sweep; every write of a handler names the attempt it belongs to. */
  attempt: Generated<number>
  /** How often the sweep started the present stage anew. */
  redrives: Generated<number>
  version: Generated<number>
  received_at: Date | null
  failure: Json<StoredFailure | null>
  failed_from: 'upload' | 'finished' | 'processed' | null
  stages: Json<StageEntry[]>
  original_file_id: string
  model_file_id: string | null
  /** The light level that is shown first; models that are small have none. */
  preview_file_id: string | null
  /** For Android's AR viewer; models whose web version needs no decoder have none. */
  ar_file_id: string | null
  /** Set where the original cannot be read and is offered as it is. */
  closed_format: ProprietaryFormat | null
  facts: Json<ModelFacts | null>
  report: Json<ModelReport | null>
  /** What its creator says of the file; the levels that are there follow it. */
  correction: Json<ModelCorrection | null>
  /** What levels are being made by. */
  wanted_correction: Json<ModelCorrection | null>
  /** Why the last wish came to nothing. */
  correction_failure: Json<StoredFailure | null>
  /** The work whose video it becomes when it is ready. */
  joins_work_id: string | null
  /** The work that its owner sent it for, until it is part of a work. */
  for_work_id: string | null
  /** The file that it is a copy of. */
  made_of_file_id: string | null
  /** When a worker began with the stage that the row had at `work_version`. */
  work_began_at: Date | null
  work_version: number | null
  /** When its turn came; null while it waits in line. */
  admitted_at: Date | null
  /** Its place in the order of the line, see db/files/admission-queues.ts. */
  turn: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** Of a person whose email is not confirmed: until then it has to be. */
  removal_due_at: Date | null
  /** Since when its person knows. */
  removal_announced_at: Date | null
}

interface StageHistory {
  upload_id: string
  kind: UploadKind
  size_class: number
  stage: UploadStage
  seconds: number
  at: Generated<Date>
}

interface UploadLocks {
  upload_id: string
  token: string
  held_until: Date
  wanted: Generated<boolean>
}

/** Files on their way to a work. */
export interface UploadsTables {
  uploads: Uploads
  stage_history: StageHistory
  upload_locks: UploadLocks
}
