import { call } from '../../../lib/api.js'
import { queryClient } from '../../../lib/query.js'
import type { Routes } from '@toile/contracts/routes'

/** Removes an upload that is not complete from the server; what is complete there already stays. */
export async function endUpload(uploadId: string): Promise<void> {
  await call<Routes['tusTerminate']>('DELETE', `/uploads/${uploadId}`, undefined, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['uploads', 'mine'] })
}
