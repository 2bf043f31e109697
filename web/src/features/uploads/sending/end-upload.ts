import { api, resultOf } from '../../../lib/api.js'
import { queryClient } from '../../../lib/query.js'

/** Removes an upload that is not complete from the server; what is complete there already stays. */
export async function endUpload(uploadId: string): Promise<void> {
  await resultOf(api.tusTerminate({ id: uploadId }, { quiet: true }))
  await queryClient.invalidateQueries({ queryKey: ['uploads', 'mine'] })
}
