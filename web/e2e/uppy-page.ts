import Uppy from '@uppy/core'
import Tus from '@uppy/tus'

// The test bundles this file and runs it in a page, where Uppy uploads as it would on another site.

/** @returns the upload's address */
async function sendByUppy(token: string, bytes: number, options: object, isPaused: boolean): Promise<string> {
  const uppy = new Uppy().use(Tus, { endpoint: '/uploads', headers: { authorization: `Bearer ${token}` }, ...options })
  uppy.addFile({ name: 'dress.glb', type: 'model/gltf-binary', data: new Blob([new Uint8Array(bytes)]) })
  let isDue = isPaused
  uppy.on('upload-progress', (_file, { bytesUploaded }) => {
    if (!isDue || !bytesUploaded) return
    isDue = false
    uppy.pauseAll()
    uppy.resumeAll()
  })
  const result = await uppy.upload()
  const [sent] = result?.successful ?? []
  if (!sent?.uploadURL) throw new Error(String(result?.failed?.[0]?.error))
  return sent.uploadURL
}

Object.assign(window, { sendByUppy })
export type SendByUppy = typeof sendByUppy
