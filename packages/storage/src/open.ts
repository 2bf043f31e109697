import { asStoreAway } from '@toile/contracts/store-unavailable'
import { FolderStorage } from './folder.js'
import type { Storage, StorageConfig } from './storage.js'

/**
 * Opens the configured store. A folder is made, and throws where it cannot be; S3 is first spoken to by the first call, and
 * its client loaded only for those who have one: some 8 MB in each process. What its calls throw while it is out of reach or
 * full says so: isStoreAway().
 */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  return withStoreErrors(
    config.driver === 'folder' ? new FolderStorage(config) : new (await import('./s3.js')).S3Storage(config),
  )
}

const OUT_OF_REACH =
  /^(ENOSPC|EDQUOT|EIO|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

function isOutOfReach(error: unknown): boolean {
  const { code, name, $metadata } = error as { code?: string; name?: string; $metadata?: { httpStatusCode?: number } }
  // Where S3 answered nothing, its client says so by a name of its own.
  return OUT_OF_REACH.test(code ?? '') || name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500
}

function withStoreErrors(storage: Storage): Storage {
  const mark = (error: unknown) => {
    throw isOutOfReach(error) ? asStoreAway(error) : error
  }
  return new Proxy(storage, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name)
      if (typeof part !== 'function') return part
      return (...args: unknown[]) => {
        const result: unknown = part.apply(target, args)
        return result instanceof Promise ? result.catch(mark) : result
      }
    },
  })
}
