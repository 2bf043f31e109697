import path from 'node:path'
import { cutText } from '@toile/contracts/cut-text'
import type { Upload } from '@toile/contracts/uploads/uploads'
import type { Work, WorkInput } from '@toile/contracts/works/works'
import { titleLength } from '@toile/contracts/works/works.constants'
import { callApi, Refused, type Api } from './api.js'
import { CommandFailed } from '../command.js'

/** Creates and publishes a work. A repeated call makes no second work. `fields` must be within their limits. */
export async function publishUpload(api: Api, upload: Upload, fields: WorkInput & { title: string }): Promise<Work> {
  const cover = upload.previews.find((image) => image.purpose === 'cover')
  if (!cover) throw new CommandFailed('The upload has no picture that could be the cover.')
  const body: WorkInput = {
    intro: `Made from ${upload.filename}.`,
    categories: ['other'],
    tags: ['3d'],
    ...fields,
    coverId: cover.id,
    uploadId: upload.id,
  }
  const { id } = await callApi<Work>(api, 'POST', '/works', { body, idempotencyKey: `toile upload ${upload.id}` })
  return callApi<Work>(api, 'POST', `/works/${id}/publish`).catch(async (error: unknown) => {
    if (!(error instanceof Refused) || error.code !== 'STATE_CONFLICT') throw error
    // An earlier attempt may have succeeded although its answer was lost.
    const work = await callApi<Work>(api, 'GET', `/works/${id}`)
    if (work.state !== 'released') throw error
    return work
  })
}

/** Turns a file name into a title within the length limits. A name that is too short gets a word in front. */
export function titleOf(file: string): string {
  const words = path
    .parse(file)
    .name.normalize('NFC')
    .replace(/[\s_.-]+/g, ' ')
    .trim()
  const title = [...words].length < titleLength.min ? `Garment ${words}` : words
  return cutText(title, titleLength.max).trim()
}
