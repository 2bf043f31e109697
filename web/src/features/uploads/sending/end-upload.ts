import { api } from '../../../lib/api.js'
import { queryClient } from '../../../lib/query.js'

/** Removes an upload that is not complete from the server; what is complete there already stays, and is refused. */
export async function endUpload(uploadId: string): Promise<void> {
  await api.tusTerminate({ id: uploadId }).catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: ['uploads', 'mine'] })
}
