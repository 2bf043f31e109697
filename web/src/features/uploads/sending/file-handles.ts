// A file handle (File System Access API) can read its file again after a reload. TypeScript does not know the members
// for its permissions, nor the file picker.

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
    request.onerror = () => reject(request.error ?? new Error('the IndexedDB request failed'))
  })
}

/** Resolves to undefined on any error, as when the browser blocks storage. The file must then be chosen again. */
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

export async function pruneFileHandles(uploadIds: readonly string[]): Promise<void> {
  for (const key of (await inTransaction('readonly', (store) => store.getAllKeys())) ?? [])
    if (!uploadIds.includes(String(key))) await deleteFileHandle(String(key))
}

export async function findFileHandle(uploadId: string): Promise<StoredFileHandle | undefined> {
  return (await inTransaction('readonly', (store) => store.get(uploadId))) as StoredFileHandle | undefined
}

/** The file, if the browser allows reading it. With `mayPrompt` and a user gesture, the browser may ask the user. */
export async function readFile(handle: StoredFileHandle, mayPrompt: boolean): Promise<File | undefined> {
  const options = { mode: 'read' } as const
  try {
    const permission = (await handle.queryPermission?.(options)) ?? 'granted'
    if (permission === 'granted' || (mayPrompt && (await handle.requestPermission?.(options)) === 'granted'))
      return await handle.getFile()
  } catch {
    // The file was moved or deleted, or reading it was denied.
  }
  return undefined
}
