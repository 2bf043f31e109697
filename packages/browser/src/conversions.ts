import type { ModelSource } from '@toile/contracts/models/models'
import type { convertToGlb } from '@toile/scene/conversion'

type ConversionArguments = Parameters<typeof convertToGlb>

export interface ConversionJob {
  format: ConversionArguments[0]
  files: ConversionArguments[1]
  resultUrl: string
}

export type ConversionResult =
  | { ok: true; source: ModelSource }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'unreadable'; detail: string }
