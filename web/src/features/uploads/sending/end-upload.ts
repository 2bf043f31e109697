import { api } from '../../../lib/api.js'
import { queryClient } from '../../../lib/query.js'

/** Deletes an incomplete upload. The server refuses to delete a complete one. */
export async function endUpload(uploadId: string): Promise<void> {
  await api.tusTerminate({ id: uploadId }).catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: ['uploads', 'mine'] })
}
