import { asStoreUnavailable } from '@toile/contracts/store-unavailable'
import { FolderStorage } from './folder.js'
import type { Storage, StorageConfig } from './storage.js'

/**
 * S3 is not contacted before the first call to the storage. The S3 client (some 8 MB) is loaded only if S3 is
 * configured. @throws if the folder cannot be created
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
  // When a request to S3 times out, the error has neither code nor status. Only its name shows the timeout.
  return OUT_OF_REACH.test(code ?? '') || name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500
}

function withStoreErrors(storage: Storage): Storage {
  const mark = (error: unknown) => {
    throw isOutOfReach(error) ? asStoreUnavailable(error) : error
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
