import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { newId } from '@toile/contracts/ids'
import type { Test } from '@tapjs/test'
import { storageKey } from './keys.js'
import { startS3Server } from './s3-server.test-support.js'
import type { FolderConfig, Storage } from './storage.js'

export const MiB = 2 ** 20
export const plain = { contentType: 'application/octet-stream' }
export const newKey = () => storageKey('originals', newId())
export const read = async (storage: Storage, key: string) => buffer(await storage.get(key))

export function emptyFolder(t: Test) {
  const root = t.testdir({ store: {}, scratch: {} })
  const config: FolderConfig = { driver: 'folder', folder: path.join(root, 'store') }
  return { config, scratch: path.join(root, 'scratch') }
}

/** An empty bucket on s3rver, which keeps its files below `store`. The server refuses what `faults` selects. */
export async function emptyBucket(t: Test) {
  const root = t.testdir({ store: {}, scratch: {} })
  const { config, faults, stop } = await startS3Server(path.join(root, 'store'))
  t.teardown(stop)
  return { config, faults, store: path.join(root, 'store'), scratch: path.join(root, 'scratch') }
}

/** Keys that every call must refuse: some lead out of the root, the others are malformed. */
export function refusedKeys(key: string) {
  const climbing = ['../x', `../${key}`, `${key}/..`, `${key}/../../x`, 'originals/../x', `./${key}`, '..\\x', '..%5cx']
  const encoded = ['%2e%2e', '%2e%2e%2fx', key.replaceAll('/', '%2F'), '%252e%252e/x']
  const absolute = ['/etc/passwd', `/${key}`, 'C:\\x', 'file:///etc/passwd']
  const cut = [`${key}\0`, `${key}\n`, `\0${key}`, `${key}/`, `${key}.json`, `${key}.info`, `${key} `, '', 'originals']
  return [...climbing, ...encoded, ...absolute, ...cut, 'x'.repeat(4096), key + 'x'.repeat(4096)]
}
