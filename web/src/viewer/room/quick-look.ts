import type { LoadedModel } from '@toile/scene/model'

/** Safari reads the file when its viewer opens, which may be a moment after the press. */
const KEPT_MS = 60_000

/** Makes a .usdz of the model as it is worn now and opens it in iOS's own viewer. */
export async function openQuickLook(model: LoadedModel): Promise<void> {
  const { toUsdz } = await import('@toile/scene/usdz')
  const url = URL.createObjectURL(new Blob([await toUsdz(model)], { type: 'model/vnd.usdz+zip' }))
  const link = document.createElement('a')
  link.rel = 'ar'
  link.download = 'garment.usdz'
  link.href = url
  // Safari opens its viewer only for a link whose first child is a picture.
  link.append(document.createElement('img'))
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
