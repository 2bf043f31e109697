import type { ModelSource } from '@toile/contracts/models'
import type { OwnFile } from '@toile/scene/conversion/own-files'
import type { ForeignFormat } from '@toile/scene/conversion/read'

/** What the conversion page is asked, and what it answers. */
export interface ConversionJob {
  format: ForeignFormat
  /** The first is the model. */
  files: OwnFile[]
  resultUrl: string
}

export type ConversionResult =
  | { ok: true; source: ModelSource }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'unreadable'; detail: string }
