import { sql, type InferResult } from 'kysely'
import type { Db } from '../client.js'
import { insertFile, type NewFile } from '../files/files.js'
import type { StoredVariant } from '../schema/images.js'

const selectImages = (db: Db) =>
  db.selectFrom('images').select([
    'images.id',
    'images.owner_id as ownerId',
    'upload_id as uploadId',
    'purpose',
    'status',
    // Width and height of the smallest variant in pixels; 0 until it is made.
    'images.width',
    'images.height',
    'blurhash',
    'angle',
    'failure',
    'version',
    'updated_at as updatedAt',
    'variants',
    // The variants are either all public or all private, so checking the first one is enough.
    sql<boolean>`coalesce((select f.public from files f where f.id = (variants->0->>'fileId')::uuid), false)`.as(
      'public',
    ),
  ])

export type ImageRow = InferResult<ReturnType<typeof selectImages>>[number]

export function findImages(db: Db, ids: readonly string[]): Promise<ImageRow[]> {
  return selectImages(db)
    .where(sql<boolean>`images.id = any(${ids}::uuid[])`)
    .execute()
}

/** Images made from these uploads: first the covers and then the other images, both in order of creation. */
export function imagesOfUploads(db: Db, uploadIds: readonly string[]): Promise<ImageRow[]> {
  return selectImages(db)
    .where(sql<boolean>`images.upload_id = any(${uploadIds}::uuid[])`)
    .orderBy(sql`purpose = 'cover'`, 'desc')
    .orderBy('images.id')
    .execute()
}

export async function imageOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('images').select('owner_id').where('id', '=', id).executeTakeFirst()
  return row?.owner_id
}

export function findImageJob(db: Db, id: string) {
  return db
    .selectFrom('images')
    .leftJoin('files', 'files.id', 'original_file_id')
    .select(['images.id', 'images.owner_id as ownerId', 'purpose', 'status', 'attempt', 'crop'])
    .select('files.key as originalKey')
    .where('images.id', '=', id)
    .executeTakeFirst()
}

export type ImageJob = NonNullable<Awaited<ReturnType<typeof findImageJob>>>

export interface NewVariant {
  name: string
  width: number
  height: number
  format: string
  file: NewFile
}

/** Inserts the files and stores the variants twice: as rows, and as a list in the image's row that queries read. */
export async function insertVariants(trx: Db, imageId: string, variants: readonly NewVariant[]): Promise<void> {
  for (const { file, ...variant } of variants) {
    await insertFile(trx, file)
    await trx
      .insertInto('image_variants')
      .values({ ...variant, image_id: imageId, file_id: file.id })
      .execute()
  }
  const stored = variants
    .map(({ file: { id: fileId, bytes }, ...variant }): StoredVariant => ({ ...variant, fileId, bytes }))
    .sort((one, other) => one.width - other.width || (one.format < other.format ? 1 : -1))
  await trx
    .updateTable('images')
    .set({ variants: JSON.stringify(stored) })
    .where('id', '=', imageId)
    .execute()
}

/** Makes the variants public, or private (signed links only). The original always stays private. */
export async function showImage(db: Db, id: string, isPublic: boolean): Promise<void> {
  await sql`update files set public = ${isPublic}
    where id in (select file_id from image_variants where image_id = ${id})`.execute(db)
}
