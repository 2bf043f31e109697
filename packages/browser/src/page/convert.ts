import { convertToGlb, EmptyConversionError } from '@toile/scene/conversion'
import type { ConversionJob, ConversionResult } from '../conversions.js'

/** Posts the converted .glb to `resultUrl` and resolves with its source, or with the reason why conversion failed. */
async function convertModel({ format, files, resultUrl }: ConversionJob): Promise<ConversionResult> {
  let converted: Awaited<ReturnType<typeof convertToGlb>>
  try {
    converted = await convertToGlb(format, files)
  } catch (error) {
    if (error instanceof EmptyConversionError) return { ok: false, reason: 'empty' }
    return { ok: false, reason: 'unreadable', detail: error instanceof Error ? error.message : String(error) }
  }
  const sent = await fetch(resultUrl, { method: 'POST', body: converted.glb })
  if (!sent.ok) throw new Error(`the result could not be posted: ${sent.status}`)
  return { ok: true, source: converted.source }
}

Object.assign(globalThis, { convertModel })
