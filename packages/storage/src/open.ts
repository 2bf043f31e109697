import { FolderStorage } from './folder.js'
import type { Storage, StorageConfig } from './storage.js'

/**
 * Opens the configured store. A folder is made, and throws where it cannot be; S3 is first spoken to by the first call, and
 * its client loaded only for those who have one: some 8 MB in each process.
 */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  return config.driver === 'folder' ? new FolderStorage(config) : new (await import('./s3.js')).S3Storage(config)
}
