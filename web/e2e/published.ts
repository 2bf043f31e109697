import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { makeGarment, type GarmentOptions } from '@toile/testing/garments/garments'
import { Upload as TusUpload } from 'tus-js-client'
import type { Upload } from '@toile/contracts/uploads/uploads'
import type { Work } from '@toile/contracts/works/works'
import { expect, type Page } from 'playwright/test'
import { baseUrl, creatorSession } from './visitor.js'

/** What the demo creator may do, by the API. Throws the server's answer. */
async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { ...(await creatorHeaders()), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}
const creatorHeaders = async () => ({ authorization: `Bearer ${(await creatorSession()).token}` })

/** What is large enough to be looked at. */
const small: GarmentOptions = { segments: 16, textureSize: 64 }

/** Enables the derivative cache for these bytes; see packages/media/src/kept.ts. */
function enableDerivativeCache(file: Buffer): void {
  const cacheDir = process.env['KEPT_DIR']
  if (cacheDir) mkdirSync(path.join(cacheDir, createHash('sha256').update(file).digest('hex')), { recursive: true })
}

/**
 * A file of the demo creator's, sent, prepared and photographed: the first time that these bytes are sent in this run. The
 * second time what was made of them is found by their checksum.
 */
async function readyUpload(file: Buffer, filename: string): Promise<Upload> {
  enableDerivativeCache(file)
  const headers = await creatorHeaders()
  const id = await new Promise<string>((resolve, reject) => {
    const upload = new TusUpload(file, {
      endpoint: `${baseUrl}/uploads`,
      headers,
      metadata: { filename, kind: 'model' },
      onError: reject,
      onSuccess: () => resolve(upload.url!.split('/').at(-1)!),
    })
    upload.start()
  })
  let upload = await call<Upload>('GET', `/uploads/${id}`)
  await expect
    .poll(async () => (upload = await call<Upload>('GET', `/uploads/${id}`)).stage, { timeout: 90_000 })
    .toBe('ready_to_publish')
  return upload
}

/** Publishes a made-up garment by the API, without the screens that other tests walk. */
export async function publishGarment(title: string, options = small): Promise<Work> {
  return await publishFile(title, await makeGarment(options), 'garment.glb')
}

/** As publishGarment, any file. */
async function publishFile(title: string, file: Buffer, filename: string): Promise<Work> {
  const upload = await readyUpload(file, filename)
  const draft = await call<Work>('POST', '/works', {
    title,
    intro: 'One cut, three cloths.',
    categories: ['dress'],
    tags: ['colourways'],
    visibility: 'public',
    coverId: upload.previews.find(({ purpose }) => purpose === 'cover')!.id,
    uploadId: upload.id,
  })
  return await call<Work>('POST', `/works/${draft.id}/publish`)
}

/** The garment that most tests send, as the file of an input: what is made of it is made once in a run. */
export async function garmentFile(name: string) {
  const buffer = await makeGarment(small)
  enableDerivativeCache(buffer)
  return { name, mimeType: 'model/gltf-binary', buffer }
}

/** Lets a work show another garment from now on. */
export async function addVersion(work: Work, options: GarmentOptions): Promise<Work> {
  const { id } = await readyUpload(await makeGarment(options), 'garment.glb')
  return await call<Work>('POST', `/works/${work.id}/versions`, { uploadId: id })
}

/** Opens the 3D view of a work and waits until the whole model is there. */
export async function openViewer(page: Page, work: Work): Promise<void> {
  // Gliding to rest takes many pictures, and a processor draws few a second.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/project/${work.id}`)
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await expect(page.locator('.viewer')).toHaveAttribute('data-whole', 'true', { timeout: 60_000 })
}
