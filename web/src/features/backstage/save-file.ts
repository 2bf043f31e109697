import { callHeaders } from '../../lib/request.js'
import { addressOf } from '../../lib/hosts.js'
import { saveBlob } from '../../lib/save-blob.js'

/** Downloads a file from the API and saves it. @throws Error on an error status, TypeError if no response arrives */
export async function saveResponse(path: string, name: string): Promise<void> {
  const response = await fetch(addressOf(path), { headers: callHeaders(path) })
  if (!response.ok) throw new Error(`the download failed with status ${response.status}`)
  saveBlob(await response.blob(), name)
}
