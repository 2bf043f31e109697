import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { paginateListObjectsV2, S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { IncomingStore } from './incoming.js'
import { assertKey, keyOf } from './keys.js'
import { isMissing, nullIfMissing } from './s3-errors.js'
import { S3Uploads } from './s3-uploads.js'
import { NotStored, type S3Config, type Source, type Storage } from './storage.js'

/** Suffixes of tus's objects beside an upload. `.info` is removed last: it holds the multipart id for a second try. */
const sideObjects = ['.part', '.info']

/**
 * Stores files in any S3-compatible store. A killed put or upload leaves parts behind that are not listed but cost
 * money. Give the bucket the lifecycle rule AbortIncompleteMultipartUpload to remove them. The rule's number of days
 * must exceed the time for which unfinished uploads are kept.
 */
export class S3Storage implements Storage {
  readonly driver = 's3'
  readonly #bucket: string
  readonly #s3: S3
  readonly #incoming: IncomingStore

  constructor(config: S3Config) {
    this.#bucket = config.bucket
    this.#s3 = new S3(clientConfig(config))
    this.#incoming = new IncomingStore(new S3Uploads(config.bucket, clientConfig(config)), (key) => this.remove(key))
  }

  async put(key: string, source: Source, { contentType }: { contentType: string }) {
    const at = this.#at(key)
    const body = Buffer.isBuffer(source) || source instanceof Readable ? source : createReadStream(source.path)
    let streamed = 0
    if (!Buffer.isBuffer(body)) body.on('data', (chunk: Buffer) => (streamed += chunk.length)).pause()
    // Bodies above 5 MiB are sent in parts of 5 MiB, four at a time. This takes 20 MiB, and each part can be retried.
    try {
      await new Upload({ client: this.#s3, params: { ...at, Body: body, ContentType: contentType } }).done()
      return { bytes: Buffer.isBuffer(body) ? body.length : streamed }
    } finally {
      if (!Buffer.isBuffer(body)) body.destroy()
    }
  }

  async get(key: string, range?: { start: number; end: number }) {
    const found = await this.#s3
      .getObject({ ...this.#at(key), Range: range && `bytes=${range.start}-${range.end}` })
      .catch((error) => {
        if (isMissing(error)) throw new NotStored(key)
        if (error.name === 'InvalidRange') throw new RangeError(`${key} ends before byte ${range?.start}`)
        throw error
      })
    return found.Body as Readable
  }

  async stat(key: string) {
    const found = await this.#s3.headObject(this.#at(key)).catch(nullIfMissing)
    return found && { bytes: found.ContentLength ?? 0 }
  }

  async fetchTo(key: string, to: string) {
    const bytes = await this.get(key)
    try {
      await pipeline(bytes, createWriteStream(to))
    } catch (error) {
      await rm(to, { force: true })
      throw error
    }
  }

  async remove(key: string) {
    const at = this.#at(key)
    const info = await this.#s3.headObject({ ...at, Key: `${key}.info` }).catch(nullIfMissing)
    const uploadId = info?.Metadata?.['upload-id']
    if (uploadId) await this.#s3.abortMultipartUpload({ ...at, UploadId: uploadId }).catch(nullIfMissing)
    for (const suffix of ['', ...sideObjects]) await this.#s3.deleteObject({ ...at, Key: key + suffix })
  }

  async *list() {
    for await (const page of paginateListObjectsV2({ client: this.#s3 }, { Bucket: this.#bucket }))
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        const key = keyOf(Key!, sideObjects)
        if (key) yield { key, bytes: Size ?? 0, changedAt: LastModified! }
      }
  }

  async freeFraction() {
    return null
  }

  incoming() {
    return this.#incoming
  }

  #at(key: string) {
    assertKey(key)
    return { Bucket: this.#bucket, Key: key }
  }
}

function clientConfig({ endpoint, region, accessKeyId, secretAccessKey }: S3Config): S3ClientConfig {
  const agent = { keepAlive: true, maxSockets: 1000 }
  return {
    region,
    endpoint,
    forcePathStyle: endpoint !== undefined,
    credentials: { accessKeyId, secretAccessKey },
    // The SDK's default, trailing checksums, fails with several compatible stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without timeouts, a store that hangs would block a job forever. A download holds a socket while it is read, so
    // with the SDK's limit of 50 sockets the 51st download would wait.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000, httpAgent: agent, httpsAgent: agent },
  }
}
