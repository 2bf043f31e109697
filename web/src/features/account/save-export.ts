import { paths } from '@toile/contracts/paths'
import { callHeaders, REAUTHENTICATION_REQUIRED } from '../../lib/request.js'
import { addressOf } from '../../lib/hosts.js'
import { splitPath } from '../../lib/payload.js'
import { saveBlob } from '../../lib/save-blob.js'

/** Asks for the password if the API requires it. @throws Error with the API's message, or '' if there is none */
export async function saveExport(): Promise<void> {
  const [, path] = splitPath(paths.exportAccount)
  const response = await fetch(addressOf(path), { headers: callHeaders(path) }).catch(() => undefined)
  if (response?.ok) return saveBlob(await response.blob(), 'toile-export.json')
  const { code, message } = ((await response?.json().catch(() => undefined)) ?? {}) as {
    code?: string
    message?: string
  }
  if (code !== REAUTHENTICATION_REQUIRED) throw new Error(message)
  const { promptReauthentication } = await import('./prompt-reauth.js')
  if (!(await promptReauthentication())) throw new Error(message)
  return saveExport()
}
