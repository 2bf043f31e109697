import { ToileError } from '@toile/contracts/errors'
import { MIN_FREE_FRACTION } from '@toile/contracts/uploads/uploads.constants'
import type { Storage } from '@toile/storage/storage'

/** @throws ToileError STORAGE_FULL (507) while the disk has too little space for new files */
export async function assertFreeSpace(storage: Storage): Promise<void> {
  const free = await storage.freeFraction()
  if (free !== null && free < MIN_FREE_FRACTION) throw new ToileError('STORAGE_FULL', { retryAfterSeconds: 300 })
}
