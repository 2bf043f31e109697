import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/utils'

/** Stores users' files. Keys come from `storageKey`. A malformed key causes a TypeError before any store access. */
export interface Storage {
  readonly driver: 'folder' | 's3'

  /** Replaces an earlier object atomically. If the source fails or the process dies half-way, that object remains. */
  put(key: string, source: Source, options: { contentType: string }): Promise<{ bytes: number }>

  /**
   * `start` and `end` are inclusive, in bytes. Read the stream to its end or destroy it: it holds a file descriptor or
   * a connection. @throws NotStored, or RangeError for a start beyond the last byte
   */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>

  stat(key: string): Promise<{ bytes: number } | null>

  /**
   * Copies to `path` and replaces any file there. Only read the copy, because it may be a hard link into the store. A
   * write would change the stored file. @throws NotStored
   */
  fetchTo(key: string, path: string): Promise<void>

  /** Also removes the files that tus keeps beside an upload. Idempotent. */
  remove(key: string): Promise<void>

  /** May yield a key more than once: files that tus keeps beside an upload are listed under the upload's key. */
  list(): AsyncIterable<StoredObject>

  /** Free fraction of the disk, 0 to 1. Null on S3. */
  freeFraction(): Promise<number | null>

  /**
   * The data store for @tus/server. An upload's id is its final storage key. Until the upload is finished, only this
   * store may access that key, because in a folder other calls would see the partial file.
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
  /** http(s)://host:port of a store other than Amazon's. The bucket is then part of the URL's path, not of its host. */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export type StorageConfig = FolderConfig | S3Config

export type Source = Buffer | Readable | { path: string }

export class NotStored extends Error {
  readonly key: string

  constructor(key: string) {
    super(`Nothing is stored under ${key}`)
    this.name = 'NotStored'
    this.key = key
  }
}
