import t from 'tap'
import { makeToken } from '@toile/testing/factories'
import { startSocialTest, type SocialTest } from '../social/test-social.js'
import { caller } from '../test-api.js'

let api: SocialTest
t.before(async () => {
  api = await startSocialTest()
})
t.teardown(() => api.close())

const identitiesOf = (userId: string) =>
  api.db.selectFrom('identities').select('provider').where('user_id', '=', userId).execute()

await t.test('linking: with the password or a fresh sign-in, by whoever began it, once', async (t) => {
  const lea = await api.person({ name: 'lea', password: 'leas long password' })
  api.google.accounts.set('g-lea', { name: 'Lea', email: 'lea-at-google@example.test', emailVerified: true })
  const { body } = await api.link(lea.token, 'google', 'Lea')
  t.match(body, { linked: 'google', token: lea.token, user: { id: lea.user.id, email: lea.user.email } })
  t.equal((await api.signIn('google', 'Lea')).body.user.id, lea.user.id, 'now it opens her account')
  const list = await (await lea.call('GET', '/me/identities')).json()
  t.match(list, { items: [{ type: 'google', name: 'Google', email: 'lea-at-google@example.test' }], nextCursor: null })

  const tim = await api.person({ name: 'tim' })
  t.match((await api.link(tim.token, 'google', 'Lea')).body, { code: 'IDENTITY_USED' })
  const browser = api.browser()
  const begun = await api.begin(lea.token, 'facebook', browser)
  api.facebook.accounts.set('f-lea', { name: 'Lea F' })
  const back = await api.goThrough(browser, 'facebook', 'Lea F', begun.body.url)
  t.equal((await api.complete(browser, 'facebook', back, tim.token)).status, 422, 'O01 begun by somebody else')
  t.same(await identitiesOf(tim.user.id), [])

  const old = await makeToken(api.db, lea.user)
  const before = new Date(Date.now() - 11 * 60_000)
  await api.db.updateTable('sessions').set({ created_at: before }).where('id', '=', old.sid).execute()
  t.match((await api.begin(old.token, 'facebook', browser)).body, { code: 'FRESH_SIGN_IN_NEEDED' })
  t.match((await api.begin(old.token, 'facebook', browser, 'not hers')).body, { code: 'INVALID_INPUT' })
  t.ok((await api.begin(old.token, 'facebook', browser, 'leas long password')).body.url)
})

await t.test('linking takes an identity over from an account that was never finished', async (t) => {
  api.facebook.accounts.set('f-half', { name: 'Half', email: 'half@example.test' })
  const half = await api.signIn('facebook', 'Half')
  const pia = await api.person({ name: 'pia' })
  t.match((await api.link(pia.token, 'facebook', 'Half')).body, { linked: 'facebook' })
  t.equal((await api.signIn('facebook', 'Half')).body.user.id, pia.user.id)
  const left = await api.db.selectFrom('users').select('id').where('id', '=', half.body.user.id).execute()
  t.same(left, [], 'which is gone')
})

await t.test('unlinking never closes the last way in, however many at once', async (t) => {
  api.google.accounts.set('g-kim', { name: 'Kim', email: 'kim@example.test', emailVerified: true })
  api.facebook.accounts.set('f-kim', { name: 'Kim F' })
  const { body } = await api.signIn('google', 'Kim')
  const kim = caller(api.url, body.token)
  const only = await kim('DELETE', '/me/identities/google', { body: {} })
  t.equal(only.status, 409)
  t.match(await only.json(), { code: 'LAST_WAY_IN' })
  t.equal((await kim('DELETE', '/me/identities/facebook', { body: {} })).status, 404)
  await api.link(body.token, 'facebook', 'Kim F')
  const both = await Promise.all(
    ['google', 'facebook'].map((type) => kim('DELETE', `/me/identities/${type}`, { body: {} })),
  )
  t.same(both.map(({ status }) => status).sort(), [204, 409])
  t.equal((await identitiesOf(body.user.id)).length, 1)
})
