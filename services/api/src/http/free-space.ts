import { ToileError } from '@toile/contracts/errors'
import { MIN_FREE_FRACTION } from '@toile/contracts/uploads/uploads.constants'
import type { Storage } from '@toile/storage/storage'

/** @throws ToileError STORAGE_FULL (507) while so little of the disk is free that no new file is taken */
export async function assertFreeSpace(storage: Storage): Promise<void> {
  const free = await storage.freeFraction()
  if (free !== null && free < MIN_FREE_FRACTION) throw new ToileError('STORAGE_FULL', { retryAfterSeconds: 300 })
}
