import type { uploadRoutes } from '@toile/contracts/uploads/uploads'
import { call } from '../../../lib/api.js'
import { queryClient } from '../../../lib/query.js'

/** Removes an upload that is not complete from the server; what is complete there already stays. */
export async function endUpload(uploadId: string): Promise<void> {
  await call<typeof uploadRoutes.tusTerminate>('DELETE', `/uploads/${uploadId}`, undefined, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['uploads', 'mine'] })
}
