import { makeGarment, type GarmentOptions } from '@toile/testing/garments'
import { Upload as TusUpload } from 'tus-js-client'
import type { Upload } from '@toile/contracts/uploads'
import type { Work } from '@toile/contracts/works'
import { expect, type Page } from 'playwright/test'
import { baseUrl, creator, signInByApi } from './visitor.js'

let session: ReturnType<typeof signInByApi> | undefined

/** The demo creator's session, one for all tests: the server counts sign-ins. */
export const creatorSession = () => (session ??= signInByApi(creator.login, creator.password))

/** Publishes a made-up garment by the API: sent, prepared and photographed, without the screens that other tests walk. */
export async function publishGarment(title: string, options: GarmentOptions): Promise<Work> {
  const { token } = await creatorSession()
  const headers = { authorization: `Bearer ${token}` }
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as T
  }
  const file = await makeGarment(options)
  const id = await new Promise<string>((resolve, reject) => {
    const upload = new TusUpload(file, {
      endpoint: `${baseUrl}/uploads`,
      headers,
      metadata: { filename: 'garment.glb', kind: 'model' },
      onError: reject,
      onSuccess: () => resolve(upload.url!.split('/').at(-1)!),
    })
    upload.start()
  })
  let upload = await call<Upload>('GET', `/uploads/${id}`)
  await expect
    .poll(async () => (upload = await call<Upload>('GET', `/uploads/${id}`)).stage, { timeout: 90_000 })
    .toBe('ready_to_publish')
  const draft = await call<Work>('POST', '/works', {
    title,
    intro: 'One cut, three cloths.',
    categories: ['dress'],
    tags: ['colourways'],
    visibility: 'public',
    coverId: upload.previews.find(({ purpose }) => purpose === 'cover')!.id,
    uploadId: id,
  })
  return await call<Work>('POST', `/works/${draft.id}/publish`)
}

/** Opens the 3D view of a work and waits until the whole model is there. */
export async function openViewer(page: Page, work: Work): Promise<void> {
  // Gliding to rest takes many pictures, and a processor draws few a second.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/project/${work.id}`)
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await expect(page.locator('.viewer')).toHaveAttribute('data-whole', 'true', { timeout: 60_000 })
}
