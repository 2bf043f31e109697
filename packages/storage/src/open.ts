import { FolderStorage } from './folder.js'
import { S3Storage } from './s3.js'
import type { Storage, StorageConfig } from './storage.js'

/** Opens the configured store. A folder is made, and throws where it cannot be; S3 is first spoken to by the first call. */
export function openStorage(config: StorageConfig): Storage {
  return config.driver === 'folder' ? new FolderStorage(config) : new S3Storage(config)
}
