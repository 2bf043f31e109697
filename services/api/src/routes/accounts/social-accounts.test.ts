import t from '@toile/testing/tap'
import { inTransaction } from '@toile/db/client'
import { banUser } from '@toile/db/users/bans'
import { findUser } from '@toile/db/users/users'
import { makeDevice, makeLink } from '@toile/testing/factories'
import { startSocialTest, type SocialTest } from '../../social/test-social.js'
import { caller, signedOutWithinASecond } from '../../test-api.js'

let api: SocialTest
t.before(async () => {
  api = await startSocialTest()
})
t.teardown(() => api.close())

const userCount = async () => (await api.db.selectFrom('users').select('id').execute()).length
const identitiesOf = (userId: string) =>
  api.db.selectFrom('identities').select(['provider', 'subject']).where('user_id', '=', userId).execute()

await t.test('O02 a known email does not sign in: the answer offers to sign in and link', async (t) => {
  const ann = await api.person({ name: 'ann' })
  api.facebook.accounts.set('f-ann', { name: 'Ann at Facebook', email: ann.user.email! })
  api.google.accounts.set('g-ann', { name: 'Ann unproven', email: ann.user.email!, emailVerified: false })
  api.google.accounts.set('g-ann2', { name: 'Ann proven', email: 'ANN@example.test', emailVerified: true })
  for (const [type, choice] of [
    ['facebook', 'Ann at Facebook'],
    ['google', 'Ann unproven'],
    ['google', 'Ann proven'],
  ] as const) {
    const before = await userCount()
    const { status, body } = await api.signIn(type, choice)
    t.equal(status, 409, choice)
    t.match(body, { code: 'SOCIAL_EMAIL_TAKEN', message: /Sign in the way you did before, then connect/ })
    t.notOk(body.token)
    t.equal(await userCount(), before)
    t.same(await identitiesOf(ann.user.id), [], `${choice}: nothing is linked`)
  }
  const una = await api.person({ name: 'una', verified: false })
  api.facebook.accounts.set('f-una', { name: 'Una at Facebook', email: una.user.email! })
  t.equal((await api.signIn('facebook', 'Una at Facebook')).status, 409, 'nor an account that has not proven it')
})

await t.test("O03 a user who registered another person's address loses the account to its owner", async (t) => {
  const password = 'eves long password'
  const registration = { username: 'eve', email: 'victim@example.test', password, passwordConfirmation: password }
  const visitor = caller(api.url)
  const response = await visitor('POST', '/auth/register', { body: { ...registration, agree: true } })
  const eve = (await response.json()) as { token: string; user: { id: string } }
  // The API refuses to link a provider before the address is proven, so the row is inserted directly.
  await api.db
    .insertInto('identities')
    .values({ provider: 'facebook', subject: 'f-eve', user_id: eve.user.id })
    .execute()
  await api.db
    .insertInto('one_time_tokens')
    .values({ id: crypto.randomUUID(), user_id: eve.user.id, purpose: 'change_email', email: 'eve@example.test' })
    .execute()

  await makeDevice(api.db, (await findUser(api.db, eve.user.id))!)

  api.google.accounts.set('g-victim', { name: 'The victim', email: 'victim@example.test', emailVerified: true })
  const { status, body } = await api.signIn('google', 'The victim')
  t.equal(status, 200)
  t.match(body.user, { email: 'victim@example.test', email_verified_at: String })

  t.ok(await signedOutWithinASecond(caller(api.url, eve.token)), 'her session is dead')
  for (const login of ['eve', 'victim@example.test'])
    t.equal((await visitor('POST', '/auth/login', { body: { login, password } })).status, 422, 'her password is dead')
  const open = api.db.selectFrom('one_time_tokens').select('id').where('cancelled_at', 'is', null)
  t.same(await open.where('user_id', '=', eve.user.id).execute(), [], 'her change of address is dead')
  t.same(await identitiesOf(body.user.id), [{ provider: 'google', subject: 'g-victim' }], 'so is her provider')
  const devices = await api.db.selectFrom('devices').select('id').where('user_id', '=', eve.user.id).execute()
  t.same(devices, [], 'and her device')
  const revoked = await api.db.selectFrom('events').select('type').where('type', '=', 'session.revoked').execute()
  t.ok(revoked.length > 0, 'and her sockets get the event')
  t.equal((await caller(api.url, body.token)('GET', '/auth/me')).status, 200)
})

await t.test('O06 another email at the provider changes nothing here', async (t) => {
  api.google.accounts.set('g-mia', { name: 'Mia', email: 'mia@example.test', emailVerified: true })
  const first = await api.signIn('google', 'Mia')
  const dan = await api.person({ name: 'dan' })
  for (const email of ['mia-new@example.test', dan.user.email!]) {
    api.google.accounts.set('g-mia', { name: 'Mia', email, emailVerified: true })
    const { body } = await api.signIn('google', 'Mia')
    t.match(body.user, { id: first.body.user.id, email: 'mia@example.test' })
  }
  api.google.accounts.set('g-reuser', { name: 'Reuser', email: 'mia@example.test', emailVerified: true })
  t.equal((await api.signIn('google', 'Reuser')).status, 409, 'her old address is nobody’s key')
})

await t.test('O06 a provider opens no banned account, new or old', async (t) => {
  api.google.accounts.set('g-bea', { name: 'Bea', email: 'bea@example.test', emailVerified: true })
  api.facebook.accounts.set('f-cleo', { name: 'Cleo' })
  for (const [type, choice] of [
    ['google', 'Bea'],
    ['facebook', 'Cleo'],
  ] as const) {
    const { id } = (await api.signIn(type, choice)).body.user
    await inTransaction(api.db, (trx) => banUser(trx, { id, actorId: null, reason: 'Spam', until: null }))
    const before = await userCount()
    const { status, body } = await api.signIn(type, choice)
    t.equal(status, 403)
    t.match(body, { code: 'ACCOUNT_BANNED', message: /Reason: Spam/ })
    t.equal(await userCount(), before, 'and nobody gets another')
  }
})

await t.test('O08 an unfinished account gets its next step, and other calls are refused with a code', async (t) => {
  api.facebook.accounts.set('f-no-email', { name: 'Nora' })
  api.facebook.accounts.set('f-email', { name: 'Fred', email: 'fred@example.test' })
  const nora = await api.signIn('facebook', 'Nora')
  t.match(nora.body, { isNew: true, nextStep: 'bind_email', user: { email: null, nickname: 'Nora' } })
  t.notOk(nora.body.suggestedEmail)
  const fred = await api.signIn('facebook', 'Fred')
  t.match(fred.body, { nextStep: 'bind_email', suggestedEmail: 'fred@example.test', user: { email: null } })
  const again = await api.signIn('facebook', 'Nora')
  t.match(again.body, { nextStep: 'bind_email', user: { id: nora.body.user.id } }, 'again the same, and again limited')
  t.notOk(again.body.isNew)

  const call = caller(api.url, nora.body.token)
  t.match(await (await call('GET', '/me/works')).json(), { statusCode: 403, code: 'ACCOUNT_UNFINISHED' })
  t.equal((await call('GET', '/auth/me')).status, 200, 'who one is, one may know')
})

await t.test('O08 after binding and verifying an email the account is complete, and may set a password', async (t) => {
  api.facebook.accounts.set('f-tess', { name: 'Tess' })
  const { body } = await api.signIn('facebook', 'Tess')
  const half = caller(api.url, body.token)
  const someone = await api.person({ name: 'someone' })
  const bind = (email: string) => half('PATCH', '/auth/email/bind', { body: { email } })
  t.equal((await bind(someone.user.email!)).status, 202)
  const mails = api.db.selectFrom('mails').select('kind').where('address', '=', someone.user.email!)
  t.same(await mails.execute(), [{ kind: 'address_in_use' }], 'a taken address gets no link')
  t.equal((await bind('tess@example.test')).status, 202)
  t.equal((await half('GET', '/me/works')).status, 403, 'asking is not proving')

  const token = await makeLink(api.db, { id: body.user.id }, 'bind_email', 'tess@example.test')
  const bound = await half('PUT', '/auth/email/verification', { body: { token } })
  const { session, user } = (await bound.json()) as { session: { token: string }; user: object }
  t.match(user, { email: 'tess@example.test', email_verified_at: String })
  const whole = caller(api.url, session.token)
  t.equal((await whole('GET', '/me/works')).status, 200)
  const password = 'the password of tess'
  const set = await whole('PUT', '/auth/password', { body: { password, passwordConfirmation: password } })
  t.equal(set.status, 200)
  t.equal(
    (await caller(api.url)('POST', '/auth/login', { body: { login: 'tess@example.test', password } })).status,
    200,
  )
  const again = await api.signIn('facebook', 'Tess')
  t.notOk(again.body.nextStep, 'Facebook opens it whole from now on')
})

await t.test('O09 one callback completed twenty times at once makes one user and one session', async (t) => {
  api.google.accounts.set('g-race', { name: 'Racer', email: 'racer@example.test', emailVerified: true })
  const browser = api.browser()
  const back = await api.goThrough(browser, 'google', 'Racer')
  const jar = [...browser.cookies]
  const before = await userCount()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => {
      const copy = api.browser()
      for (const [name, value] of jar) copy.cookies.set(name, value)
      return api.complete(copy, 'google', back)
    }),
  )
  t.same(responses.map(({ status }) => status).sort(), [200, ...Array<number>(19).fill(422)])
  t.equal(await userCount(), before + 1)
  const sessions = await api.db
    .selectFrom('sessions')
    .innerJoin('identities', 'identities.user_id', 'sessions.user_id')
    .select('id')
    .where('subject', '=', 'g-race')
    .execute()
  t.equal(sessions.length, 1)
})

await t.test('O09 five new users with the same name at once each get a username', async (t) => {
  const people = ['Kim', 'Kim,', 'Kim;', 'Kim:', 'Kim~']
  for (const [i, name] of people.entries())
    api.google.accounts.set(`g-kim-${i}`, { name, email: `kim-${i}@example.test`, emailVerified: true })
  const browsers = people.map(() => api.browser())
  const backs = await Promise.all(people.map((name, i) => api.goThrough(browsers[i]!, 'google', name)))
  const responses = await Promise.all(backs.map((back, i) => api.complete(browsers[i]!, 'google', back)))
  t.same(
    responses.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
})

await t.test('O09 one new user in five browsers at once is one account', async (t) => {
  api.google.accounts.set('g-many', { name: 'Many', email: 'many@example.test', emailVerified: true })
  const before = await userCount()
  const all = await Promise.all(Array.from({ length: 5 }, () => api.signIn('google', 'Many')))
  t.same(
    all.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  t.equal(new Set(all.map(({ body }) => body.user.id)).size, 1)
  t.equal(await userCount(), before + 1)
})
