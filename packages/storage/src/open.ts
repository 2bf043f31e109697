import { FolderStorage } from './folder.js'
import { S3Storage } from './s3.js'
import type { Storage, StorageConfig } from './storage.js'

/** Opens the configured store. Nothing is read or written yet: a wrong configuration shows at the first call. */
export function openStorage(config: StorageConfig): Storage {
  return config.driver === 'folder' ? new FolderStorage(config) : new S3Storage(config)
}
