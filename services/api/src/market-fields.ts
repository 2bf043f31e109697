import { invalidInput, type FieldProblem } from '@toile/contracts/errors'
import type { MarketInput } from '@toile/contracts/market/market'
import { MAX_MARKET_DESCRIPTION_LENGTH } from '@toile/contracts/market/market.constants'
import { lengthOf } from '@toile/contracts/texts'
import type { Db } from '@toile/db/client'
import { findImages } from '@toile/db/images/images'
import { findOfferedFile, type MarketRow } from '@toile/db/market/market'
import type { MarketFields } from '@toile/db/market/market-backstage'
import type { Storage } from '@toile/storage/storage'
import { contentsOfFile } from './market-contents.js'
import { assertOwnImages, cleanHtml } from './rich-text.js'

/** @throws 422 for wrong fields, and for new pictures that are avatars, not ready or not the owner's */
export async function marketFields(
  db: Db,
  storage: Storage,
  ownerId: string,
  input: MarketInput,
  before?: MarketRow,
): Promise<MarketFields> {
  const problems: Record<string, FieldProblem[]> = {}
  const description = input.description === undefined ? undefined : cleanHtml(input.description)
  if (lengthOf(description ?? '') > MAX_MARKET_DESCRIPTION_LENGTH)
    problems['description'] = [{ code: 'FIELD_TOO_LONG', params: { max: MAX_MARKET_DESCRIPTION_LENGTH } }]
  const imageIds = input.imageIds && [...new Set(input.imageIds)]
  const added = imageIds?.filter((id) => !before?.imageIds.includes(id)) ?? []
  const images = added.length > 0 ? await findImages(db, added) : []
  const fit = images.filter(
    ({ ownerId: owner, status, purpose }) => owner === ownerId && status === 'ready' && purpose !== 'avatar',
  )
  if (fit.length < added.length) problems['imageIds'] = [{ code: 'FIELD_IMAGE_NOT_READY' }]
  const of = input.uploadId ?? (input.contents && before?.uploadId)
  const file = of ? await findOfferedFile(db, of) : undefined
  if (of && (!file || file.kind === 'video')) problems['uploadId'] = [{ code: 'FIELD_INVALID' }]
  else if (file && file.stage !== 'ready_to_publish') problems['uploadId'] = [{ code: 'FIELD_UPLOAD_NOT_READY' }]
  else if (input.contents && !file) problems['contents'] = [{ code: 'FIELD_INVALID' }]
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  const known = before?.inlineIds ?? []
  return {
    title: input.title,
    intro: input.intro,
    licence: input.licence,
    description,
    inline_ids:
      description === undefined
        ? undefined
        : await assertOwnImages(db, description, { ownerId, field: 'description', known }),
    category: input.category,
    access: input.access,
    image_ids: imageIds,
    upload_id: input.uploadId,
    ...(file && (await contentsOfFile(storage, file, input.contents))),
  }
}
