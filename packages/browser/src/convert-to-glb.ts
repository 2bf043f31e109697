import { Check } from 'typebox/value'
import { ModelSource } from '@toile/contracts/models/models'
import { InputFailure } from '@toile/contracts/failures'
import type { Browser, JobLimits } from './browser.js'
import type { ConversionJob, ConversionResult } from './conversions.js'
import { withPage } from './isolated-page.js'
import { unexpectedResult } from './page-results.js'

export interface ConvertModel extends JobLimits, Omit<ConversionJob['files'], 'files'> {
  format: ConversionJob['format']
  files: { name: string; path: string }[]
  /** Path of the output file, which must not exist yet. */
  outPath: string
}

declare global {
  /** Defined by the conversion page only. */
  var convertModel: (job: ConversionJob) => Promise<ConversionResult>
}

const MAX_DETAIL_LENGTH = 500

/**
 * Converts a model to .glb, upright and in metres, in a page that can reach only these files.
 * @throws InputFailure MODEL_NOT_CONVERTED, MODEL_EMPTY, PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY,
 * PROCESSING_FAILED
 */
export function convertToGlb(browser: Browser, job: ConvertModel): Promise<ModelSource> {
  const { format, files, materials, references, missing, outPath, ...limits } = job
  const serving = { bundle: 'convert.bundle.js', files: files.map(({ path }) => path), resultPath: outPath } as const
  return withPage(browser, limits, serving, async (page, { fileUrls, resultUrl }) => {
    const named = files.map(({ name }, index) => ({ name, url: fileUrls[index]! }))
    const result = await page.evaluate((it) => globalThis.convertModel(it), {
      format,
      files: { files: named, materials, references, missing },
      resultUrl,
    })
    if (result.ok && Check(ModelSource, result.source)) return result.source
    if (result.ok) throw unexpectedResult('what a model was')
    if (result.reason === 'empty') throw new InputFailure('MODEL_EMPTY')
    const cause = result.detail.slice(0, MAX_DETAIL_LENGTH)
    throw new InputFailure('MODEL_NOT_CONVERTED', { format: format.toUpperCase() }, { cause })
  })
}
