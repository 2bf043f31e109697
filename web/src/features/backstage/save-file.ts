import { callHeaders } from '../../lib/api.js'
import { addressOf } from '../../lib/hosts.js'
import { saveBlob } from '../../lib/save-blob.js'

/** Saves what the API answers at a path; throws where it answers with an error, or not at all. */
export async function saveAnswer(path: string, name: string): Promise<void> {
  const answer = await fetch(addressOf(path), { headers: callHeaders(path) })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  saveBlob(await answer.blob(), name)
}
