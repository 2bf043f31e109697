import type { Work } from '@toile/contracts/works/works'
import { makeReadyUpload } from '@toile/testing/factories'
import { caller, json, type Person, type TestApi } from '../test-api.js'

export const complete = { title: 'Linen dress', intro: 'For summer.', categories: ['dress'], tags: ['linen'] }

export async function draft({ db }: TestApi, person: Person, over: object = {}): Promise<Work> {
  const { uploadId, coverId } = await makeReadyUpload(db, person.user)
  return json<Work>(person.call('POST', '/works', { body: { ...complete, uploadId, coverId, ...over } }))
}

export async function released(api: TestApi, person: Person, over: object = {}): Promise<Work> {
  const { id } = await draft(api, person, over)
  return json<Work>(person.call('POST', `/works/${id}/publish`))
}

export const comment = (person: Person, work: string, body: object) =>
  person.call('POST', `/works/${work}/comments`, { body: { body: 'Lovely drape', ...body } })

export const counters = async ({ url }: TestApi, id: string) =>
  (await json<Work>(caller(url)('GET', `/works/${id}`))).counters
