import { api } from '../../../lib/api.js'
import { queryClient } from '../../../lib/query.js'

/** Deletes an incomplete upload. Errors are ignored. The server refuses to delete a complete upload. */
export async function endUpload(uploadId: string): Promise<void> {
  await api.tusTerminate({ id: uploadId }).catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: ['uploads', 'mine'] })
}
