import { conversionLimits } from '@toile/browser/conversion-limits'
import { convertToGlb } from '@toile/browser/convert-to-glb'
import type { UploadRow } from '@toile/db/uploads/uploads'
import type { Convert } from '@toile/media/models/prepare'
import { reportStep, type Parts } from './parts.js'

/** The returned function converts in Chromium. @throws RetryLater from that function while Chromium is not installed */
export function convert(parts: Parts, upload: UploadRow, signal: AbortSignal): Convert {
  return async (model) => {
    if (!parts.browser.isInstalled()) reportStep(parts, upload)('waitingForChromium', 0)
    const browser = await parts.browser.get()
    return convertToGlb(browser, { ...model, ...(await conversionLimits(model.files)), signal })
  }
}
