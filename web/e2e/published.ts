import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { makeGarment, type GarmentOptions } from '@toile/testing/garments/garments'
import { Upload as TusUpload } from 'tus-js-client'
import type { Upload } from '@toile/contracts/uploads/uploads'
import type { Work } from '@toile/contracts/works/works'
import { expect, type Page } from 'playwright/test'
import { baseUrl, creatorSession } from './visitor.js'

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

/** Options of a garment that is fast to process, but detailed enough to be seen. */
const small: GarmentOptions = { segments: 16, textureSize: 64 }

/** Enables the derivative cache for this file: packages/media/src/kept.ts caches only if the file has a folder. */
function enableDerivativeCache(file: Buffer): void {
  const cacheDir = process.env['KEPT_DIR']
  if (cacheDir) mkdirSync(path.join(cacheDir, createHash('sha256').update(file).digest('hex')), { recursive: true })
}

/** Uploads a file and waits for its derivatives. They are cached by the file's checksum during the run. */
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
  await expect.poll(async () => (upload = await call<Upload>('GET', `/uploads/${id}`)).stage).toBe('ready_to_publish')
  return upload
}

export async function publishGarment(title: string, options = small): Promise<Work> {
  return await publishFile(title, await makeGarment(options), 'garment.glb')
}

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

/** Returns the garment that publishGarment() publishes by default. Its derivatives are cached during the run. */
export async function garmentFile(name: string) {
  const buffer = await makeGarment(small)
  enableDerivativeCache(buffer)
  return { name, mimeType: 'model/gltf-binary', buffer }
}

export async function addVersion(work: Work, options: GarmentOptions): Promise<Work> {
  const { id } = await readyUpload(await makeGarment(options), 'garment.glb')
  return await call<Work>('POST', `/works/${work.id}/versions`, { uploadId: id })
}

export async function openViewer(page: Page, work: Work): Promise<void> {
  // Reduced motion avoids animations. They need many frames, which software rendering draws slowly.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/project/${work.id}`)
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await expect(page.locator('.viewer')).toHaveAttribute('data-whole', 'true')
}
