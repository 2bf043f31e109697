import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { ImagePurpose } from '@toile/contracts/images/images.constants'
import { insertPreview } from '@toile/db/images/images-transitions'
import { storageKey } from '@toile/storage/keys'
import { makeReadyUpload } from '@toile/testing/factories'
import { websiteOf } from '../profile-fields.js'
import { caller, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

const patch = (person: Person, body: object) => person.call('PATCH', '/me/profile', { body })
const fieldsOf = async (response: Response) => ((await response.json()) as { fields: Record<string, string[]> }).fields

await t.test('a profile is read, changed and emptied', async (t) => {
  const ann = await api.person({ name: 'ann' })
  t.match(await (await ann.call('GET', '/me/profile')).json(), {
    name: 'ann',
    nickname: 'ann',
    emailSwitch: true,
    language: 'en',
    hasPassword: false,
    followers: 0,
    projectViews: 0,
    avatars: [],
  })
  const full = {
    nickname: ' Ann 汉服 ',
    occupation: 'Pattern cutter',
    company: 'Toile',
    location: 'Lyon',
    website: 'https://Ann.Example/atelier',
    description: 'Two lines,\nof text.',
    emailSwitch: false,
    language: 'zh-CN',
  }
  t.match(await (await patch(ann, full)).json(), {
    ...full,
    nickname: 'Ann 汉服',
    website: 'https://ann.example/atelier',
  })
  t.match(await (await patch(ann, { clear: ['website', 'company'] })).json(), {
    website: '',
    company: '',
    location: 'Lyon',
  })
  t.match(await (await ann.call('GET', '/auth/me')).json(), { nickname: 'Ann 汉服', name: 'ann' })
  t.same(
    Object.keys(
      await fieldsOf(await patch(ann, { nickname: 'x'.repeat(33), location: 'a\u202eb', company: 'a\u0000b' })),
    ),
    ['nickname', 'company', 'location'],
  )
})

await t.test('C14 no two users have names that look the same, and names contain no hidden characters', async (t) => {
  const [nina, other] = await Promise.all([api.person({ name: 'nina' }), api.person({ name: 'other' })])
  const latin = [...'nina'].map((character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0)).join('')
  for (const nickname of [
    'nina',
    'NINA',
    'n\u0456n\u0430',
    'n\u03b9n\u03b1',
    latin,
    'ni\u200bna',
    '\u202enina\u202c',
  ]) {
    const response = await patch(other, { nickname })
    t.equal(response.status, 422, nickname)
    t.match(await response.json(), {
      fields: { nickname: ['This name, or one that looks the same, is already taken.'] },
    })
  }
  const chinese = await other.call('PATCH', '/me/profile', {
    body: { nickname: 'Nina' },
    headers: { 'accept-language': 'zh-CN' },
  })
  t.match(await fieldsOf(chinese), { nickname: ['这个名字或与它相似的名字已有人使用。'] })
  t.match(await (await patch(other, { nickname: 'Ni\u2066na\u200d O.\u3164' })).json(), { nickname: 'Nina O.' })
  t.equal((await patch(nina, { nickname: 'NINA' })).status, 200, 'one may look like oneself')

  const register = (username: string) => {
    const secret = 'correct horse 7'
    const person = {
      username,
      email: `${newId()}@example.test`,
      password: secret,
      passwordConfirmation: secret,
      agree: true,
    }
    return caller(api.url)('POST', '/auth/register', { body: person })
  }
  t.match(await fieldsOf(await register('n\u0456na')), {
    username: ['This name, or one that looks the same, is already taken.'],
  })
  t.equal((await register('\u3164\u3164')).status, 422, 'a name of letters that nobody sees')
  // A name that is no longer shown is free. Once another user has the name, its former owner cannot take it back.
  t.equal((await patch(nina, { nickname: 'Nadja' })).status, 200)
  t.equal((await register('n\u0456na')).status, 201)
  t.match(await fieldsOf(await patch(nina, { clear: ['nickname'] })), { nickname: [/looks the same/] })
})

await t.test('R04 a website is http or https, and shows the host that it leads to', async (t) => {
  const ann = await api.person()
  for (const website of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ftp://example.test',
    '//example.test',
    'example.test',
    'https://ok@evil.example',
    'https://ok.example:pass@evil.example',
    'https://ok.example\\@evil.example',
    'https://',
    'https://a b.example',
    `https://example.test/${'x'.repeat(2_048)}`,
  ]) {
    t.equal(websiteOf(website), undefined, website.slice(0, 50))
    t.equal((await patch(ann, { website })).status, 422)
  }
  t.equal(websiteOf('https://пример.example/'), 'https://xn--e1afmkfd.example/', 'letters that look alike are seen')
  t.equal(websiteOf('http://example.test'), 'http://example.test/')
})

await t.test('A05 only profile fields can be cleared, neither the address nor the password', async (t) => {
  const ann = await api.person()
  for (const field of ['email', 'password_hash'])
    t.equal((await patch(ann, { nickname: 'x', clear: [field] })).status, 422, field)
  t.match(await (await ann.call('GET', '/auth/me')).json(), { email: ann.user.email, nickname: ann.user.nickname })
})

const keyOf = (id: string) => storageKey('images', id, { name: 'avatar', hash: 'abc', extension: 'webp' })
const makeAvatar = async (person: Person, purpose: ImagePurpose = 'avatar') => {
  const { uploadId } = await makeReadyUpload(api.db, person.user)
  const [id, fileId] = [newId(), newId()]
  await insertPreview(api.db, {
    id,
    ownerId: person.user.id,
    uploadId,
    purpose,
    width: 256,
    height: 256,
    blurhash: null,
    angle: null,
    variants: [
      {
        name: '256',
        width: 256,
        height: 256,
        format: 'webp',
        file: {
          id: fileId,
          ownerId: person.user.id,
          kind: 'image',
          key: keyOf(fileId),
          contentType: 'image/webp',
          bytes: 5,
          sha256: null,
          state: 'stored',
        },
      },
    ],
  })
  await api.storage.put(keyOf(fileId), Buffer.from('bytes'), { contentType: 'image/webp' })
  return { id, fileId }
}

await t.test("A02 an avatar must be one's own ready picture, and is public only while shown", async (t) => {
  const ann = await api.person()
  const bob = await api.person()
  const first = await makeAvatar(ann)
  const second = await makeAvatar(ann)
  const set = (imageId: string) => ann.call('PUT', '/me/avatar', { body: { imageId } })
  for (const id of [(await makeAvatar(bob)).id, (await makeAvatar(ann, 'cover')).id, newId()])
    t.match(await fieldsOf(await set(id)), { imageId: ['This image isn’t ready yet. Try again in a moment.'] })
  const shown = (await (await set(first.id)).json()) as { avatarId: string; avatars: { url: string }[] }
  t.equal(shown.avatarId, first.id)
  const url = shown.avatars[0]!.url
  t.equal((await fetch(url)).status, 200)
  const me = (await (await ann.call('GET', '/auth/me')).json()) as { avatars: { url: string }[] }
  t.same(me.avatars, [{ url }])
  const work = (await (await ann.call('POST', '/works', { body: { title: 'A dress' } })).json()) as object
  t.match(work, { creator: { avatarUrl: url } }, 'others see it beside the works')
  await set(second.id)
  t.equal((await fetch(url)).status, 404, 'the one before is nobody’s business any more')
  t.match(await (await ann.call('DELETE', '/me/avatar')).json(), { avatarId: null, avatars: [] })
})

await t.test("A02 a banner and a work's pictures must be one's own too", async (t) => {
  const ann = await api.person()
  const bob = await api.person()
  const { id: workId } = (await (await ann.call('POST', '/works', { body: {} })).json()) as { id: string }
  const show = {
    banner: (imageId: string) => ann.call('PUT', '/me/banner', { body: { imageId } }),
    detail: (imageId: string) => ann.call('PATCH', `/works/${workId}`, { body: { imageIds: [imageId] } }),
  }
  for (const purpose of ['banner', 'detail'] as const) {
    const bobs = await show[purpose]((await makeAvatar(bob, purpose)).id)
    t.equal(bobs.status, 422, `${purpose} of another`)
    t.same(Object.keys(await fieldsOf(bobs)), [purpose === 'banner' ? 'imageId' : 'imageIds'])
    t.equal((await show[purpose]((await makeAvatar(ann, purpose)).id)).status, 200, `${purpose} of one's own`)
  }
})
