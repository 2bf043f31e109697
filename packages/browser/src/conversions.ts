import type { ModelSource } from '@toile/contracts/models/models'
import type { convertForeign } from '@toile/scene/conversion'

type Asked = Parameters<typeof convertForeign>

/** What the conversion page is asked, and what it answers. */
export interface ConversionJob {
  format: Asked[0]
  files: Asked[1]
  resultUrl: string
}

export type ConversionResult =
  | { ok: true; source: ModelSource }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'unreadable'; detail: string }
