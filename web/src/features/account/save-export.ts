import { paths } from '@toile/contracts/paths'
import { callHeaders, REAUTHENTICATION_REQUIRED } from '../../lib/request.js'
import { addressOf } from '../../lib/hosts.js'
import { splitPath } from '../../lib/payload.js'
import { saveBlob } from '../../lib/save-blob.js'

/** Saves everything of mine as a file. Resolves with undefined when it is saved, else with the server's sentence or ''. */
export async function saveExport(): Promise<string | undefined> {
  try {
    const [, path] = splitPath(paths.exportAccount)
    const response = await fetch(addressOf(path), { headers: callHeaders(path) })
    if (!response.ok) {
      const { code, message = '' } = (await response.json()) as { code?: string; message?: string }
      return code === REAUTHENTICATION_REQUIRED && (await (await import('./prompt-reauth.js')).promptReauthentication())
        ? saveExport()
        : message
    }
    saveBlob(await response.blob(), 'toile-export.json')
    return undefined
  } catch {
    return ''
  }
}
