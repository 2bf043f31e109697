// Browsers with the File System Access API give a handle with which the file can be read again after a reload. They
// are kept in IndexedDB, by upload. The types of these calls are not in TypeScript's library yet.

import { KEPT_FILES_DATABASE } from './kept-keys.js'

export interface KeptFile extends FileSystemFileHandle {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>
}
type Picker = (options: object) => Promise<KeptFile[]>
export const showPicker = (window as { showOpenFilePicker?: Picker }).showOpenFilePicker?.bind(window)

const STORE = 'files'

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(KEPT_FILES_DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

/** A private window may refuse to keep anything: then the file has to be chosen again, which is no fault. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open()
    try {
      return await settled(work(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

export async function keepFile(uploadId: string, handle: KeptFile): Promise<void> {
  await within('readwrite', (store) => store.put(handle, uploadId))
}

export async function forgetFile(uploadId: string): Promise<void> {
  await within('readwrite', (store) => store.delete(uploadId))
}

/** Forgets all but these. */
export async function sweepFiles(uploadIds: readonly string[]): Promise<void> {
  for (const key of (await within('readonly', (store) => store.getAllKeys())) ?? [])
    if (!uploadIds.includes(String(key))) await forgetFile(String(key))
}

export async function keptFile(uploadId: string): Promise<KeptFile | undefined> {
  return (await within('readonly', (store) => store.get(uploadId))) as KeptFile | undefined
}

/** The file, if the browser lets us read it; with `ask` it may ask the person, which needs a press of a button. */
export async function readKept(handle: KeptFile, ask: boolean): Promise<File | undefined> {
  const options = { mode: 'read' } as const
  try {
    const may = (await handle.queryPermission?.(options)) ?? 'granted'
    if (may === 'granted' || (ask && (await handle.requestPermission?.(options)) === 'granted'))
      return await handle.getFile()
  } catch {
    // moved, deleted, or the person said no
  }
  return undefined
}
