import { callHeaders } from '../../api.js'
import { addressOf } from '../../hosts.js'

/** Saves something as a file on this computer. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** Saves what the API answers at a path; throws where it answers with an error, or not at all. */
export async function saveAnswer(path: string, name: string): Promise<void> {
  const answer = await fetch(addressOf(path), { headers: callHeaders(path) })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  saveBlob(await answer.blob(), name)
}
