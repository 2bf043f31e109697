import type { Readable } from 'node:stream'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { ERRORS, Upload } from '@tus/utils'
import { isMissing, nullIfMissing } from './s3-errors.js'

/** Metadata key of an upload's tail (`id.part`, see below). Its value is the number of parts stored before the tail. */
const AFTER = 'after'

/**
 * tus's S3 store, except that it loses no acknowledged bytes when a part fails or an API process dies. Beside the
 * object it keeps `id.info` (tus's state, which stays after the upload has finished) and `id.part` (the tail). The tail
 * holds the last bytes of a PATCH if they are fewer than S3's minimum part of 5 MiB. The next PATCH prepends them to
 * its own bytes. tus removes the tail before storing these bytes again, so a kill in between loses them. Here the tail
 * stays and records how many parts precede it. Once the upload has more parts, one of them contains the tail's bytes,
 * and the tail is ignored.
 */
export class S3Uploads extends S3Store {
  /** Promises by upload id. Each is pending until the upload's latest part is sent. */
  readonly #latestPart = new Map<string, Promise<unknown>>()

  constructor(bucket: string, config: S3ClientConfig) {
    super({
      s3ClientConfig: { ...config, bucket },
      // This is a number of permits. A part holds a permit from its first byte until the part is sent. With tus's
      // default of 60 permits, 60 slow clients would block all others. With 256 permits, the parts of 8 MiB that are
      // spooled to disk take at most 2 GiB.
      maxConcurrentPartUploads: 256,
      // Disables tus's cache in memory, in which an upload that another process has removed would look finished.
      cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
    })
  }

  /** Stores the client's metadata. Unlike tus, does not use it as Content-Type and Cache-Control of the object. */
  override async create(upload: Upload) {
    const { metadata } = upload
    const seen = { ...metadata, contentType: null, cacheControl: null }
    return super.create(new Upload({ ...upload, metadata: Object.setPrototypeOf(seen, { toJSON: () => metadata }) }))
  }

  override async write(bytes: Readable, id: string, offset: number) {
    this.#latestPart.set(id, Promise.resolve())
    try {
      return await super.write(bytes, id, offset) // returns when all its parts are settled
    } finally {
      this.#latestPart.delete(id)
    }
  }

  protected override uploadPart(...part: Parameters<S3Store['uploadPart']>) {
    return this.#afterTheOneBefore(part[0].file.id, () => super.uploadPart(...part))
  }

  protected override uploadIncompletePart(...[id, tail]: Parameters<S3Store['uploadIncompletePart']>) {
    return this.#afterTheOneBefore(id, async () => {
      const { length } = await this.retrieveParts(id)
      const object = { Bucket: this.bucket, Key: this.partKey(id, true), Body: tail }
      const Tagging = this.useCompleteTag('false')
      const { ETag } = await this.client.putObject({ ...object, Tagging, Metadata: { [AFTER]: String(length) } })
      return ETag!
    })
  }

  protected override async getIncompletePart(id: string) {
    const object = await this.client
      .getObject({ Bucket: this.bucket, Key: this.partKey(id, true) })
      .catch(nullIfMissing)
    const body = object?.Body as Readable | undefined
    if (!body || (await this.#isLatest(id, object?.Metadata))) return body
    body.destroy()
    return undefined
  }

  protected override async getIncompletePartSize(id: string) {
    const object = await this.client
      .headObject({ Bucket: this.bucket, Key: this.partKey(id, true) })
      .catch(nullIfMissing)
    return object && (await this.#isLatest(id, object.Metadata)) ? object.ContentLength : undefined
  }

  async #isLatest(id: string, metadata: Record<string, string> = {}): Promise<boolean> {
    return Number(metadata[AFTER]) === (await this.retrieveParts(id)).length
  }

  /** Does nothing, as the tail must stay until a part contains its bytes. finishMultipartUpload() removes the tail. */
  protected override async deleteIncompletePart() {}

  protected override async finishMultipartUpload(...finish: Parameters<S3Store['finishMultipartUpload']>) {
    await super.deleteIncompletePart(finish[0].file.id)
    return super.finishMultipartUpload(...finish)
  }

  /**
   * Sends parts one after the other, and none after a failure. tus sends them in parallel and reports the sum of their
   * sizes as the offset. If a part in between failed, clients would resume at a wrong offset and corrupt the file.
   */
  #afterTheOneBefore<T>(id: string, send: () => Promise<T>): Promise<T> {
    const before = this.#latestPart.get(id)
    if (!before) return send()
    const sent = before.then(send)
    this.#latestPart.set(id, sent)
    return sent
  }

  /**
   * Clients regard an upload as finished when its offset equals its size. If a process died after the last part, the
   * object is still incomplete, and this method completes it.
   * @throws tus's 410 if the bucket's lifecycle rule has removed the parts
   */
  override async getUpload(id: string) {
    const upload = await super.getUpload(id)
    if (upload.offset !== upload.size || (await this.#isStored(id))) return upload
    try {
      await this.finishMultipartUpload(await this.getMetadata(id), await this.retrieveParts(id))
    } catch (error) {
      if (!isMissing(error)) throw error
      // Another process may have completed the upload meanwhile.
      if (!(await this.#isStored(id))) throw ERRORS.FILE_NO_LONGER_EXISTS
    }
    return upload
  }

  async #isStored(id: string): Promise<boolean> {
    return (await this.client.headObject({ Bucket: this.bucket, Key: id }).catch(nullIfMissing)) !== null
  }
}
