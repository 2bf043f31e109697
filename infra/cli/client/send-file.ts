import { createReadStream, statSync } from 'node:fs'
import path from 'node:path'
import { DetailedError, Upload } from 'tus-js-client'
import { smallerPiece, type UploadKind } from '@toile/contracts/uploads/uploads.constants'
import { refusalOf, type Api } from './api.js'

/** After two minutes without a new byte, the API counts as unreachable. */
const retryDelaysMs = [0, 500, ...Array.from({ length: 60 }, () => 2_000)]

/**
 * Sends a file with tus and resumes after interruptions. An abort deletes the upload. @throws Refused; the library's
 * error; the abort's reason
 */
export function sendFile(
  file: string,
  { url, token, signal }: Api,
  tell: {
    announced: (uploadId: string) => void
    progress: (bytes: number) => void
    interrupted: () => void
  },
  kind: UploadKind = 'model',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { size } = statSync(file)
    // The library's type lacks file streams. In Node, the library accepts them and reopens the file at any offset.
    const source = createReadStream(file) as unknown as ConstructorParameters<typeof Upload>[0]
    const upload = new Upload(source, {
      endpoint: `${url}/uploads`,
      headers: { authorization: `Bearer ${token}` },
      metadata: { filename: path.basename(file), kind },
      retryDelays: retryDelaysMs,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable() {
        // With an endpoint, a refused HEAD would start a new upload. Without one, onShouldRetry decides.
        if (upload.options.endpoint) tell.announced(upload.url!.split('/').at(-1)!)
        upload.options.endpoint = null
      },
      onProgress: tell.progress,
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 503
        // The API's own 413 has an error code. A 413 without a code comes from a proxy that limits the request size.
        if (status === 413 && refusalOf(413, error.originalResponse?.getBody()).code === 'INTERNAL') {
          const smaller = smallerPiece(Math.min(upload.options.chunkSize ?? Infinity, size))
          if (smaller) upload.options.chunkSize = smaller
          return smaller !== undefined
        }
        const passing = status >= 500 || status === 409
        if (passing) tell.interrupted()
        return passing
      },
      onError(error) {
        const response = error instanceof DetailedError ? error.originalResponse : null
        reject(response ? refusalOf(response.getStatus(), response.getBody()) : error)
      },
      onSuccess: () => resolve(),
    })
    signal.addEventListener('abort', () => {
      upload.options.retryDelays = null
      void upload
        .abort(true)
        .catch(() => {})
        .then(() => reject(signal.reason as Error))
    })
    upload.start()
  })
}
