import { ToileError } from '@toile/contracts/errors'
import { MIN_FREE_FRACTION } from '@toile/contracts/uploads/uploads.constants'
import type { Storage } from '@toile/storage/storage'

export async function assertFreeSpace(storage: Storage): Promise<void> {
  const free = await storage.freeFraction()
  if (free !== null && free < MIN_FREE_FRACTION) throw new ToileError('STORAGE_FULL', { retryAfterSeconds: 300 })
}
