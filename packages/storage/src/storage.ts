import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/utils'

/**
 * Where the bytes of users live. Every key comes from `storageKey`; anything else is refused with a TypeError before
 * the store is touched. storage.test.ts runs the same assertions on both drivers.
 */
export interface Storage {
  readonly driver: 'folder' | 's3'

  /**
   * Stores the bytes whole or not at all, whatever is killed when; an earlier object under the key is replaced. A stream
   * that fails stores nothing.
   */
  put(key: string, source: Source, options: { contentType: string }): Promise<{ bytes: number }>

  /**
   * The bytes as a stream, or those from `start` to `end` (both inclusive, in bytes). Read it to the end or destroy it:
   * it holds a file descriptor or a connection. Throws NotStored; a start past the last byte is a RangeError.
   */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>

  /** The size in bytes, or null where nothing is stored. */
  stat(key: string): Promise<{ bytes: number } | null>

  /**
   * A local copy at `path` for tools that run as child processes; replaces what is there. To be read only: in a folder
   * it may share its bytes with the store. Throws NotStored.
   */
  fetchTo(key: string, path: string): Promise<void>

  /** Removes the object and all that an upload left beside it. May run again and again. */
  remove(key: string): Promise<void>

  /** Everything that is stored, in no order; what an unfinished upload has left beside its key counts as that key. */
  list(): AsyncIterable<StoredObject>

  /** The share of the disk that is free (0 to 1), or null where that has no meaning. */
  freeFraction(): Promise<number | null>

  /**
   * The store of @tus/server. The id of an upload is its storage key: once finished, it lies where it belongs. Until
   * then only this may be asked about it: in a folder, the other calls would see the part that has arrived.
   */
  incoming(): DataStore
}

export interface StoredObject {
  key: string
  bytes: number
  changedAt: Date
}

export interface FolderConfig {
  driver: 'folder'
  folder: string
}

export interface S3Config {
  driver: 's3'
  /** Of a store that is not Amazon's, as http(s)://host:port; buckets are then part of the path. */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export type StorageConfig = FolderConfig | S3Config

export type Source = Buffer | Readable | { path: string }

/** Nothing is stored under the key. */
export class NotStored extends Error {
  readonly key: string

  constructor(key: string) {
    super(`Nothing is stored under ${key}`)
    this.name = 'NotStored'
    this.key = key
  }
}
