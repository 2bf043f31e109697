import { call } from '../../../lib/api.js'
import { queryClient } from '../../../lib/query.js'
import * as uploadRoutes from '@toile/contracts/uploads/uploads.paths'

/** Removes an upload that is not complete from the server; what is complete there already stays. */
export async function endUpload(uploadId: string): Promise<void> {
  await call(uploadRoutes.tusTerminate)({ id: uploadId }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['uploads', 'mine'] })
}
