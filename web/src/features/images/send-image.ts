import { createImage } from '@toile/contracts/images/images.paths'
import type { Crop } from '@toile/contracts/images/images'
import type { ImagePurpose } from '@toile/contracts/images/images.constants'
import { callHeaders, nonApiErrorMessage } from '../../lib/api.js'
import { addressOf } from '../../lib/hosts.js'
import { splitPath } from '../../lib/payload.js'
import { translate } from '../../i18n/index.js'

export interface SendImage {
  file: Blob
  purpose: ImagePurpose
  /** In pixels of the picture as it is shown, after `rotate` quarter turns; the whole picture where it is left out. */
  crop?: Crop | undefined
  /** 0 to 1 of the bytes sent. */
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/**
 * Sends a picture; resolves with its id once the server has all bytes, before it is ready. XMLHttpRequest, because
 * fetch tells nothing of bytes sent. Rejects with an Error for a person, or with the signal's reason.
 */
export function sendImage({ file, purpose, crop, onProgress, signal }: SendImage): Promise<string> {
  return new Promise((resolve, reject) => {
    const form = new FormData()
    // The file last: what is wrong with the rest is then known before its bytes come.
    form.append('purpose', purpose)
    if (crop) form.append('crop', JSON.stringify(crop))
    form.append('file', file)
    const request = new XMLHttpRequest()
    const [method, path] = splitPath(createImage)
    request.open(method, addressOf(path))
    for (const [name, value] of Object.entries(callHeaders(path))) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status === 202 && body.id) resolve(body.id)
      else reject(new Error(body.message ?? nonApiErrorMessage(request.status)))
    }
    request.onerror = () => reject(new Error(translate('errors.network')))
    request.onabort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function parse(text: string): { id?: string; message?: string } {
  try {
    return JSON.parse(text) as { id?: string; message?: string }
  } catch {
    return {}
  }
}
