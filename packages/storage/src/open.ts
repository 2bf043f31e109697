import type { Storage, StorageConfig } from './storage.js'

/**
 * Opens the configured store. A folder is made, and rejects where it cannot be; S3 is first spoken to by the first call.
 * Only the driver that is configured is loaded: that of S3 takes 14 MB and a fifth of a second of each process.
 */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (config.driver === 'folder') return new (await import('./folder.js')).FolderStorage(config)
  return new (await import('./s3.js')).S3Storage(config)
}
