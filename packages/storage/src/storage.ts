import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/utils'

/** Storage of users' files. Keys come from `storageKey`; any other is a TypeError before the store is touched. */
export interface Storage {
  readonly driver: 'folder' | 's3'

  /** Atomic, even when killed; replaces an earlier object. Stores nothing if the stream fails. */
  put(key: string, source: Source, options: { contentType: string }): Promise<{ bytes: number }>

  /**
   * `start` and `end` are inclusive, in bytes. Read the stream to its end or destroy it: it holds a file descriptor or
   * a connection. @throws NotStored, or RangeError for a start beyond the last byte
   */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>

  stat(key: string): Promise<{ bytes: number } | null>

  /** Copies to `path`, replacing it. Only read the copy: it may share its bytes with the store. @throws NotStored */
  fetchTo(key: string, path: string): Promise<void>

  /** Also removes what an upload left beside it; idempotent. */
  remove(key: string): Promise<void>

  /** May yield a key twice: what an unfinished upload left counts as its key. */
  list(): AsyncIterable<StoredObject>

  /** Free share of the disk, 0 to 1; null where that has no meaning. */
  freeFraction(): Promise<number | null>

  /**
   * @tus/server's store. An upload's id is its final storage key; until it is finished, only this store may access it,
   * because in a folder other calls would see the partial file.
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
  /** http(s)://host:port for stores other than Amazon's; buckets are then part of the path. */
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
