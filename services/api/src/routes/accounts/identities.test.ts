import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { ToileError } from '@toile/contracts/errors'
import { unlinkIdentity } from '@toile/db/sessions/identities'
import { makeToken } from '@toile/testing/factories'
import { startSocialTest, type SocialTest } from '../../social/test-social.js'
import { caller } from '../../test-api.js'

let api: SocialTest
t.before(async () => {
  api = await startSocialTest()
})
t.teardown(() => api.close())

const identitiesOf = (userId: string) =>
  api.db.selectFrom('identities').select('provider').where('user_id', '=', userId).execute()

await t.test('linking requires the password, and works only for the user who began it', async (t) => {
  const password = 'leas long password'
  const lea = await api.person({ name: 'lea', password })
  api.google.accounts.set('g-lea', { name: 'Lea', email: 'lea-at-google@example.test', emailVerified: true })
  const browser = api.browser()
  for (const wrong of [undefined, 'not hers'])
    t.match(await api.begin(lea.token, 'google', browser, wrong), {
      status: 422,
      body: { fields: { password: [String] } },
    })
  const { body } = await api.link(lea.token, 'google', 'Lea', password)
  t.match(body, { linked: 'google', token: lea.token, user: { id: lea.user.id, email: lea.user.email } })
  t.equal((await api.signIn('google', 'Lea')).body.user.id, lea.user.id, 'now it opens her account')
  const list = await (await lea.call('GET', '/me/identities')).json()
  t.match(list, { items: [{ type: 'google', name: 'Google', email: 'lea-at-google@example.test' }], nextCursor: null })

  const mails = api.db.selectFrom('mails').select(['kind', 'address', 'params']).where('user_id', '=', lea.user.id)
  const provider = 'Google'
  t.match(await mails.execute(), [{ kind: 'identity_linked', address: lea.user.email, params: { provider } }])

  const tim = await api.person({ name: 'tim' })
  t.match((await api.link(tim.token, 'google', 'Lea')).body, { code: 'IDENTITY_USED' })
  await sql`update users set email = null where id = ${lea.user.id}`.execute(api.db)
  t.match((await api.link(tim.token, 'google', 'Lea')).body, { code: 'IDENTITY_USED' }, 'also without an address')
  await sql`update users set email = ${lea.user.email} where id = ${lea.user.id}`.execute(api.db)
  api.google.accounts.set('g-lea2', { name: 'Lea again' })
  t.match((await api.link(lea.token, 'google', 'Lea again', password)).body, { code: 'IDENTITY_ALREADY_LINKED' })
  const begun = await api.begin(lea.token, 'facebook', browser, password)
  api.facebook.accounts.set('f-lea', { name: 'Lea F' })
  const back = await api.goThrough(browser, 'facebook', 'Lea F', begun.body.url)
  t.equal((await api.complete(browser, 'facebook', back, tim.token)).status, 422, 'O01 begun by another user')
  t.same(await identitiesOf(tim.user.id), [])
})

await t.test('without a password, linking and unlinking require a sign-in of the last ten minutes', async (t) => {
  const una = await api.person({ name: 'una' })
  const old = await makeToken(api.db, una.user)
  const before = new Date(Date.now() - 11 * 60_000)
  await api.db.updateTable('sessions').set({ created_at: before }).where('id', '=', old.sid).execute()
  const code = 'FRESH_SIGN_IN_NEEDED'
  t.match(await api.begin(old.token, 'facebook', api.browser()), { status: 403, body: { code } })
  const unlinking = await caller(api.url, old.token)('DELETE', '/me/identities/facebook')
  t.match(await unlinking.json(), { statusCode: 403, code })
  t.equal((await api.begin(una.token, 'facebook', api.browser())).status, 200)
})

await t.test('linking takes over an identity from an unfinished account', async (t) => {
  api.facebook.accounts.set('f-half', { name: 'Half', email: 'half@example.test' })
  const half = await api.signIn('facebook', 'Half')
  const pia = await api.person({ name: 'pia' })
  t.match((await api.link(pia.token, 'facebook', 'Half')).body, { linked: 'facebook' })
  t.equal((await api.signIn('facebook', 'Half')).body.user.id, pia.user.id)
  const left = await api.db.selectFrom('users').select('id').where('id', '=', half.body.user.id).execute()
  t.same(left, [], 'which is gone')
})

await t.test('unlinking never removes the last way to sign in, also in two concurrent calls', async (t) => {
  api.google.accounts.set('g-kim', { name: 'Kim', email: 'kim@example.test', emailVerified: true })
  api.facebook.accounts.set('f-kim', { name: 'Kim F' })
  const { body } = await api.signIn('google', 'Kim')
  const kim = caller(api.url, body.token)
  const only = await kim('DELETE', '/me/identities/google')
  t.equal(only.status, 409)
  t.match(await only.json(), { code: 'LAST_WAY_IN' })
  t.equal((await kim('DELETE', '/me/identities/facebook')).status, 404)
  await api.link(body.token, 'facebook', 'Kim F')
  let second: Promise<string> | undefined
  await api.db.transaction().execute(async (trx) => {
    await unlinkIdentity(trx, body.user.id, 'google')
    second = unlinkIdentity(api.db, body.user.id, 'facebook').then(
      () => 'unlinked',
      (error: ToileError) => error.code,
    )
    await Promise.race([second, untilLockWait()])
  })
  t.equal(await second, 'LAST_WAY_IN')
  t.same(await identitiesOf(body.user.id), [{ provider: 'facebook' }])
})

/** Returns once a statement in the test's database waits for a lock of another transaction. */
async function untilLockWait(): Promise<void> {
  for (;;) {
    const waiting = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db)
    if (waiting.rows.length) return
  }
}
