import { callHeaders } from '../../api.js'
import { addressOf } from '../../hosts.js'
import { saveBlob } from '../../save-blob.js'

/** Saves everything of mine as a file. Resolves with undefined when it is saved, else with the server's sentence or ''. */
export async function saveExport(): Promise<string | undefined> {
  try {
    const answer = await fetch(addressOf('/me/export'), { headers: callHeaders('/me/export') })
    if (!answer.ok) return ((await answer.json()) as { message?: string }).message ?? ''
    saveBlob(await answer.blob(), 'toile-export.json')
    return undefined
  } catch {
    return ''
  }
}
