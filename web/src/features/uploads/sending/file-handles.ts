// Browsers with the File System Access API give a handle with which the file can be read again after a reload. They
// are kept in IndexedDB, by upload. The types of these calls are not in TypeScript's library yet.

import { FILE_HANDLES_DATABASE } from './resumable-keys.js'

export interface StoredFileHandle extends FileSystemFileHandle {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>
}
type Picker = (options: object) => Promise<StoredFileHandle[]>
export const showFilePicker = (window as { showOpenFilePicker?: Picker }).showOpenFilePicker?.bind(window)

const STORE = 'files'

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(FILE_HANDLES_DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return toPromise(request)
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

/** A private window may refuse to keep anything: then the file has to be chosen again, which is no fault. */
async function inTransaction<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open()
    try {
      return await toPromise(work(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

export async function saveFileHandle(uploadId: string, handle: StoredFileHandle): Promise<void> {
  await inTransaction('readwrite', (store) => store.put(handle, uploadId))
}

export async function deleteFileHandle(uploadId: string): Promise<void> {
  await inTransaction('readwrite', (store) => store.delete(uploadId))
}

/** Forgets all but these. */
export async function pruneFileHandles(uploadIds: readonly string[]): Promise<void> {
  for (const key of (await inTransaction('readonly', (store) => store.getAllKeys())) ?? [])
    if (!uploadIds.includes(String(key))) await deleteFileHandle(String(key))
}

export async function findFileHandle(uploadId: string): Promise<StoredFileHandle | undefined> {
  return (await inTransaction('readonly', (store) => store.get(uploadId))) as StoredFileHandle | undefined
}

/** The file, if the browser lets us read it; with `mayPrompt` it may ask the person, which needs a press of a button. */
export async function readFile(handle: StoredFileHandle, mayPrompt: boolean): Promise<File | undefined> {
  const options = { mode: 'read' } as const
  try {
    const permission = (await handle.queryPermission?.(options)) ?? 'granted'
    if (permission === 'granted' || (mayPrompt && (await handle.requestPermission?.(options)) === 'granted'))
      return await handle.getFile()
  } catch {
    // moved, deleted, or the person said no
  }
  return undefined
}
