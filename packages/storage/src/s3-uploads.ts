import type { Readable } from 'node:stream'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { ERRORS, Upload } from '@tus/utils'
import { isMissing, nullIfMissing } from './s3-errors.js'

/** Beside a tail: after how many parts it comes. */
const AFTER = 'after'

/**
 * tus's store on S3 multipart uploads, with the holes closed that show when a part fails or a copy of the API dies.
 * Beside the object it keeps `id.info` (what tus knows of the upload; stays after the finish, S3Storage.remove takes it) and
 * `id.part` (the tail of a PATCH, when below the 5 MiB that S3 wants of a part; the next PATCH puts it before its own
 * bytes). tus removes the tail before it has stored it anew, so a copy that is killed then loses what was acknowledged. Here
 * it stays, and says after how many parts it comes: once there are more, one of them holds it, and it counts no more.
 */
export class S3Uploads extends S3Store {
  /** For each upload that is being written to, the sending of its latest part. */
  readonly #latestPart = new Map<string, Promise<unknown>>()

  constructor(bucket: string, config: S3ClientConfig) {
    super({
      s3ClientConfig: { ...config, bucket },
      // Parts are spooled in the temp folder, 8 MiB each. A permit is held from a part's first byte, so every slow
      // client holds one: tus's 60 would let 60 of them stop all others. 256 allow 2 GiB of spool at most.
      maxConcurrentPartUploads: 256,
      // tus remembers uploads in memory by default; one removed by another process would then look finished here.
      cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
    })
  }

  /** The client's metadata is kept as it is, but does not become Content-Type and Cache-Control of the stored object. */
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

  /** Whether no part has come after this tail. One that a version of before has stored does not say: it had removed all others. */
  async #isLatest(id: string, metadata: Record<string, string> = {}): Promise<boolean> {
    return metadata[AFTER] === undefined || Number(metadata[AFTER]) === (await this.retrieveParts(id)).length
  }

  /** Not before its bytes are stored anew: `finishMultipartUpload` does it. */
  protected override async deleteIncompletePart() {}

  protected override async finishMultipartUpload(...finish: Parameters<S3Store['finishMultipartUpload']>) {
    await super.deleteIncompletePart(finish[0].file.id)
    return super.finishMultipartUpload(...finish)
  }

  /**
   * Parts are stored one after the other, and none after one that failed. tus sends them side by side and takes the
   * sum of what arrived for the offset: with a hole in between, the client resumes at a wrong place and the bytes mix.
   */
  #afterTheOneBefore<T>(id: string, send: () => Promise<T>): Promise<T> {
    const before = this.#latestPart.get(id)
    if (!before) return send()
    const sent = before.then(send)
    this.#latestPart.set(id, sent)
    return sent
  }

  /**
   * Whoever sees offset = size takes the upload for finished, so the object must be there by then: a process killed
   * between the last part and the completion leaves all parts and no object. Completes it; where the parts are gone
   * (aborted by the bucket's lifecycle rule) it throws tus's 410.
   */
  override async getUpload(id: string) {
    const upload = await super.getUpload(id)
    if (upload.offset !== upload.size || (await this.#isStored(id))) return upload
    try {
      await this.finishMultipartUpload(await this.getMetadata(id), await this.retrieveParts(id))
    } catch (error) {
      if (!isMissing(error)) throw error
      // Another process may have completed it in between.
      if (!(await this.#isStored(id))) throw ERRORS.FILE_NO_LONGER_EXISTS
    }
    return upload
  }

  async #isStored(id: string): Promise<boolean> {
    return (await this.client.headObject({ Bucket: this.bucket, Key: id }).catch(nullIfMissing)) !== null
  }
}
