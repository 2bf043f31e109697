import { sql } from 'kysely'
import type { ImagePurpose, ImageStatus } from '@toile/contracts/images.constants'
import type { Db } from '../client.js'
import { insertFile, type NewFile } from './files.js'

export interface ImageRow {
  id: string
  owner_id: string
  upload_id: string | null
  purpose: ImagePurpose
  status: ImageStatus
  width: number
  height: number
  blurhash: string | null
  variants: {
    name: string
    width: number
    height: number
    format: string
    fileId: string
    bytes: number
    public: boolean
  }[]
}

const selectImages = (db: Db) =>
  db.selectFrom('images').select([
    'images.id',
    'images.owner_id',
    'upload_id',
    'purpose',
    'status',
    'images.width',
    'images.height',
    'blurhash',
    sql<ImageRow['variants']>`(select coalesce(jsonb_agg(jsonb_build_object('name', v.name, 'width', v.width,
        'height', v.height, 'format', v.format, 'fileId', v.file_id, 'bytes', f.bytes, 'public', f.public) order by v.width), '[]')
      from image_variants v join files f on f.id = v.file_id where v.image_id = images.id)`.as('variants'),
  ])

/** These images, in no order. */
export function findImages(db: Db, ids: readonly string[]): Promise<ImageRow[]> {
  return selectImages(db)
    .where(sql<boolean>`images.id = any(${ids}::uuid[])`)
    .execute()
}

/** The pictures made of these uploads, the covers first. */
export function imagesOfUploads(db: Db, uploadIds: readonly string[]): Promise<ImageRow[]> {
  return selectImages(db)
    .where(sql<boolean>`images.upload_id = any(${uploadIds}::uuid[])`)
    .orderBy(sql`purpose = 'cover'`, 'desc')
    .orderBy('images.id')
    .execute()
}

export interface NewPreview {
  id: string
  ownerId: string
  uploadId: string
  purpose: ImagePurpose
  width: number
  height: number
  variants: { name: string; width: number; height: number; format: string; file: NewFile }[]
}

/** A picture that is ready, with its files. */
export async function insertPreview(db: Db, preview: NewPreview): Promise<void> {
  await db
    .insertInto('images')
    .values({
      id: preview.id,
      owner_id: preview.ownerId,
      upload_id: preview.uploadId,
      purpose: preview.purpose,
      status: 'ready',
      width: preview.width,
      height: preview.height,
    })
    .execute()
  for (const { file, ...variant } of preview.variants) {
    await insertFile(db, file)
    await db
      .insertInto('image_variants')
      .values({ ...variant, image_id: preview.id, file_id: file.id })
      .execute()
  }
}
