import t from '@toile/testing/tap'
import { PREFIX } from '@toile/bus/redis'
import { findUserByEmail, insertUser } from '@toile/db/users/users'
import { makeLink, makeToken } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { caller, json, signedOutWithinASecond, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.beforeEach(async () => {
  await forgetLimits()
})
t.teardown(async () => {
  await api.close()
})

/** Resets all rate limits, or those of `keys`. Each kind of mail has limits per minute, per hour and per recipient. */
async function forgetLimits(keys = '*'): Promise<void> {
  const { Redis } = await import('ioredis')
  const client = new Redis(api.config.redisUrl)
  const found = await client.keys(keys)
  if (found.length > 0) await client.del(found)
  client.disconnect()
}

const PASSWORD = 'a good old password'
const confirm = (token: string, as?: string, password?: string) =>
  caller(api.url, as)('PUT', '/auth/email/verification', { body: { token, ...(password && { password }) } })
const changeTo = (person: Person, email: string, password = PASSWORD) =>
  person.call('PUT', '/auth/email', { body: { email, password } })
const registration = (name: string) => {
  const password = 'a good password'
  return { username: name, email: `${name}@example.test`, password, passwordConfirmation: password, agree: true }
}
const profileOf = async (person: Person) =>
  (await (await person.call('GET', '/me/profile')).json()) as Record<string, unknown>
const mails = () => api.db.selectFrom('mails').select(['kind', 'address']).orderBy('id').execute()
const mailsSince = async (work: () => Promise<unknown>) => {
  const before = (await mails()).length
  await work()
  return (await mails()).slice(before).sort((one, other) => one.kind.localeCompare(other.kind))
}

await t.test(
  'S14 unverified users cannot publish; after the mailed link they can, without a new sign-in',
  async (t) => {
    const una = await api.person({ verified: false, password: PASSWORD })
    const { id } = (await (await una.call('POST', '/works', { body: { title: 'A dress' } })).json()) as { id: string }
    t.match(await (await una.call('POST', `/works/${id}/publish`)).json(), { code: 'EMAIL_UNVERIFIED' })
    t.same(await mailsSince(() => una.call('POST', '/auth/email/verification')), [
      { kind: 'verify_email', address: una.user.email },
    ])
    const link = await makeLink(api.db, una.user, 'verify_email', una.user.email!)
    // In a browser without the user's session, the link requires the password, and its answer does not reveal the user.
    const stranger = await api.person()
    for (const as of [undefined, stranger.token])
      t.match(await (await confirm(link, as)).json(), { statusCode: 403, code: 'REAUTHENTICATION_REQUIRED' })
    const wrong = await confirm(link, undefined, 'a guess')
    t.match(await wrong.json(), { code: 'REAUTHENTICATION_REQUIRED', fields: { password: [String] } })
    const published = () => json<{ code: string }>(una.call('POST', `/works/${id}/publish`))
    t.match(await published(), { code: 'EMAIL_UNVERIFIED' })
    t.same(await (await confirm(link, undefined, PASSWORD)).json(), {})
    t.match(await published(), { code: 'INVALID_INPUT' }, 'at once: now only the work itself is not ready')

    const again = await confirm(link)
    t.equal(again.status, 409)
    t.match(await again.json(), { code: 'EMAIL_ALREADY_VERIFIED', message: 'This email has been verified' })
    t.equal((await una.call('POST', '/auth/email/verification')).status, 409)
  },
)

await t.test('S01 a confirmation link accepts ten passwords, also concurrent ones, and then ends', async (t) => {
  const una = await api.person({ verified: false, password: PASSWORD })
  const link = await makeLink(api.db, una.user, 'verify_email', una.user.email!)
  for (let i = 0; i < 12; i++) t.match(await (await confirm(link)).json(), { code: 'REAUTHENTICATION_REQUIRED' })
  const tries = await Promise.all(Array.from({ length: 14 }, () => confirm(link, undefined, 'a guess')))
  const codes = await Promise.all(tries.map(async (one) => ((await one.json()) as { code: string }).code))
  t.ok(codes.filter((code) => code === 'REAUTHENTICATION_REQUIRED').length <= 10)
  t.match(await (await confirm(link, undefined, PASSWORD)).json(), { code: 'LINK_INVALID' })
  await forgetLimits()
  t.match(await (await confirm(link, undefined, PASSWORD)).json(), { code: 'LINK_INVALID' }, 'whatever Redis forgets')
  const next = await makeLink(api.db, una.user, 'verify_email', una.user.email!)
  t.equal((await confirm(next, undefined, PASSWORD)).status, 200, 'the next one is another')
})

await t.test(
  "S01 confirming or disowning an address uses nothing of the network's limit, wrong links do",
  async (t) => {
    const disown = (token: string) => caller(api.url)('DELETE', '/auth/email/verification', { body: { token } })
    for (const [name, use, done] of [
      ['confirmEmail', (token: string, as?: string) => confirm(token, as), 200],
      ['disownEmail', disown, 204],
    ] as const) {
      const key = `${PREFIX}:limit:${name}:0:127.0.0.1`
      await api.redis.set(key, 299, 'EX', 3600)
      for (const una of [await api.person({ verified: false }), await api.person({ verified: false })]) {
        const link = await makeLink(api.db, una.user, 'verify_email', una.user.email!)
        t.equal((await use(link, una.token)).status, done)
        await until(async () => (await api.redis.get(key)) === '299')
      }
      t.same([(await use('wrong')).status, (await use('wrong')).status], [422, 429])
    }
  },
)

await t.test('S10 resends once a minute and five times an hour, and says when no mail is sent', async (t) => {
  const ask = async (person: Person) => (await person.call('POST', '/auth/email/verification')).status
  const sentTo = async (una: Person) => {
    const statuses: number[] = []
    const first = await mailsSince(async () => {
      for (let i = 0; i < 3; i++) statuses.push(await ask(una))
    })
    t.same([statuses[0], statuses.at(-1)], [202, 429])
    statuses.length = 0
    const later = await mailsSince(async () => {
      for (let minute = 1; minute < 7; minute++) {
        await forgetLimits('*:limit:mail:*:minute:*')
        statuses.push(await ask(una))
      }
    })
    t.same([statuses[0], statuses.at(-1)], [202, 429])
    return [first.length, later.length]
  }
  t.same(await sentTo(await api.person({ verified: false })), [1, 4])
  const other = await api.person({ verified: false })
  t.equal((await mailsSince(() => ask(other))).length, 1, 'others of that network get theirs')
})

await t.test("S10 an account's first mail counts for its mailbox, for any number of accounts", async (t) => {
  for (const mailbox of ['full@example.test', 'annb@gmail.com'])
    await api.redis.set(`${PREFIX}:limit:mail:verify_email:to:0:${mailbox}`, 15, 'EX', 3600)
  const mailed = async (name: string, email: string) => {
    const body = { ...registration(name), email }
    const sent = await mailsSince(async () =>
      t.equal((await caller(api.url)('POST', '/auth/register', { body })).status, 201, email),
    )
    return sent.length
  }
  t.equal(await mailed('full1', 'FULL+1@example.test'), 0)
  t.equal(await mailed('full2', 'a.nnb+2@gmail.com'), 0)
  t.equal(await mailed('full3', 'annb@googlemail.com'), 0)
  t.equal(await mailed('free1', 'a.nnb@example.test'), 1)
})

await t.test(
  'S14 the owner of the mailbox removes their address from an account that another person made',
  async (t) => {
    const eve = await api.person({ verified: false, password: PASSWORD })
    const vera = eve.user.email!
    const link = await makeLink(api.db, eve.user, 'verify_email', vera)
    const disown = (token: string) => caller(api.url)('DELETE', '/auth/email/verification', { body: { token } })
    t.equal((await disown(link)).status, 204)
    t.equal((await disown(link)).status, 422, 'once')
    t.equal((await confirm(link, eve.token)).status, 422)
    t.match(await profileOf(eve), { email: null })
    const own = await caller(api.url)('POST', '/auth/register', {
      body: { username: 'vera', email: vera, password: PASSWORD, passwordConfirmation: PASSWORD, agree: true },
    })
    t.equal(own.status, 201, 'the address is free')

    const ann = await api.person({ password: PASSWORD })
    const verify = await makeLink(api.db, ann.user, 'verify_email', ann.user.email!)
    const reset = await makeLink(api.db, ann.user, 'reset_password', ann.user.email!)
    const change = await makeLink(api.db, ann.user, 'change_email', 'other@example.test')
    t.equal((await disown(change)).status, 204)
    t.match(await profileOf(ann), { email: ann.user.email, pendingEmail: null }, 'a proven one stays')
    const open = async () =>
      (
        await api.db
          .selectFrom('one_time_tokens')
          .select('purpose')
          .where('user_id', '=', ann.user.id)
          .where('used_at', 'is', null)
          .where('cancelled_at', 'is', null)
          .orderBy('purpose')
          .execute()
      ).map(({ purpose }) => purpose)
    t.same(await open(), ['reset_password', 'verify_email'], 'and so do links to another mailbox')
    t.equal((await disown(verify)).status, 204)
    t.same(await open(), [])
    const changed = await caller(api.url)('PUT', '/auth/password/reset', {
      body: { token: reset, password: 'a good new password', passwordConfirmation: 'a good new password' },
    })
    t.match(await changed.json(), { code: 'LINK_INVALID' }, 'the owner of the mailbox has disowned it')
  },
)

await t.test('S13 a new address requires the password, and replaces the old one only when verified', async (t) => {
  const ann = await api.person({ password: PASSWORD })
  const old = ann.user.email!
  t.match(await (await changeTo(ann, 'new@example.test', 'wrong')).json(), {
    message: 'Email modification failed',
    fields: { password: ['The password is incorrect.'] },
  })
  t.match(await (await changeTo(ann, 'nonsense')).json(), { fields: { email: ['Please fill in the correct Email.'] } })
  t.same(await mailsSince(() => changeTo(ann, 'new@example.test')), [
    { kind: 'change_email', address: 'new@example.test' },
    { kind: 'email_change_asked', address: old },
  ])
  t.match(await profileOf(ann), { email: old, pendingEmail: 'new@example.test' })
  const signIn = (login: string) => caller(api.url)('POST', '/auth/login', { body: { login, password: PASSWORD } })
  t.equal((await signIn(old)).status, 200)
  t.equal((await signIn('new@example.test')).status, 422)

  const reset = await makeLink(api.db, ann.user, 'reset_password', old)
  const link = await makeLink(api.db, ann.user, 'change_email', 'new@example.test')
  const sent = await mailsSince(async () =>
    t.match(await (await confirm(link, ann.token)).json(), { user: { email: 'new@example.test' } }),
  )
  t.same(sent, [{ kind: 'email_changed', address: old }])
  t.equal((await signIn(old)).status, 422)
  t.equal((await signIn('new@example.test')).status, 200)
  t.match(await profileOf(ann), { email: 'new@example.test', email_verified_at: String, pendingEmail: null })
  const late = await caller(api.url)('PUT', '/auth/password/reset', {
    body: { token: reset, password: 'a good new password', passwordConfirmation: 'a good new password' },
  })
  t.equal(late.status, 422, 'a link in the old mailbox is over')
})

await t.test('S13 users without a password change the address only after a fresh sign-in', async (t) => {
  const gina = await api.person()
  const ask = (email: string) => gina.call('PUT', '/auth/email', { body: { email } })
  t.same(await mailsSince(async () => t.equal((await ask('fresh@example.test')).status, 202)), [
    { kind: 'change_email', address: 'fresh@example.test' },
    { kind: 'email_change_asked', address: gina.user.email },
  ])
  t.match(await profileOf(gina), { email: gina.user.email, pendingEmail: 'fresh@example.test' })
  const hanna = await api.person()
  await api.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', hanna.user.id)
    .execute()
  const late = await hanna.call('PUT', '/auth/email', { body: { email: 'late@example.test' } })
  t.match(await late.json(), { code: 'FRESH_SIGN_IN_NEEDED' })
  const ann = await api.person({ password: PASSWORD })
  const bare = await ann.call('PUT', '/auth/email', { body: { email: 'bare@example.test' } })
  t.match(await bare.json(), { code: 'EMAIL_NOT_CHANGED', fields: { password: [String] } })
})

await t.test('all spellings of an address sign in, receive mail, and make no second account', async (t) => {
  const visitor = caller(api.url)
  const password = 'a good password'
  const clean = 'zo\u00e9@xn--bcher-kva.example'
  const spellings = [
    'zo\u00e9@b\u00fccher.example',
    'zoe\u0301@bu\u0308cher.example',
    'ZO\u00c9@B\u00dcCHER.EXAMPLE',
    'zo\u00e9@XN--BCHER-KVA.example',
    ' zo\u200b\u00e9@b\u00fc\u00adcher\u3002example\u2060',
    'zo\u00e9\uff20\uff42\u00fccher.example',
  ]
  const register = (name: string, email: string) =>
    visitor('POST', '/auth/register', { body: { ...registration(name), email } })
  t.match(await (await register('zoe', spellings[4]!)).json(), { user: { email: clean } })
  for (const [i, email] of [clean, ...spellings].entries()) {
    t.match(await (await register(`zoe-${i}`, email)).json(), { code: 'REGISTER_FAILED' }, email)
    t.match(await findUserByEmail(api.db, email), { username: 'zoe' }, email)
    const signedIn = await visitor('POST', '/auth/login', { body: { login: email, password } })
    t.match(await signedIn.json(), { user: { name: 'zoe' } }, email)
  }
  const own = {
    ...registration('own'),
    email: spellings[0],
    password: spellings[1],
    passwordConfirmation: spellings[1],
  }
  t.match(await (await visitor('POST', '/auth/register', { body: own })).json(), { fields: { password: [String] } })

  // Stores addresses as earlier versions of Toile did. Their owners still sign in, and nobody can register them again.
  const before = async (name: string, email: string) => {
    const { id } = ((await (await register(name, `${name}@example.test`)).json()) as { user: { id: string } }).user
    await api.db.updateTable('users').set({ email }).where('id', '=', id).execute()
  }
  await before('ida', 'ida@m\u00fcller.example')
  await before('ivo', 'ivo\u0301@example.test')
  for (const [name, email] of [
    ['ida', 'ida@xn--mller-kva.example'],
    ['ida', 'IDA@m\u00dcller.example'],
    ['ivo', 'ivo\u0301@example.test'],
  ] as const) {
    const signedIn = await visitor('POST', '/auth/login', { body: { login: email, password } })
    t.match(await signedIn.json(), { user: { name } }, email)
    t.match(await (await register(`${name}-again`, email)).json(), { code: 'REGISTER_FAILED' }, email)
  }
})

await t.test("S13 another spelling of one's own address is not another user's", async (t) => {
  const ann = await api.person({ password: PASSWORD })
  const same = await changeTo(ann, ` ${ann.user.email} `)
  t.match(await same.json(), { code: 'EMAIL_NOT_CHANGED', fields: { email: [String] } })
  const large = ann.user.email!.toUpperCase().replace('@EXAMPLE', '@example').replace('.TEST', '.test')
  const sent = await mailsSince(async () => t.equal((await changeTo(ann, large)).status, 202))
  t.match(sent, [{ kind: 'change_email', address: large }, { kind: 'email_change_asked' }])
  const link = await makeLink(api.db, ann.user, 'change_email', large)
  t.equal((await confirm(link, ann.token)).status, 200)
  t.match(await profileOf(ann), { email: large, pendingEmail: null })
})

await t.test("S13 S02 another user's address gives the same answer, and only its owner gets a mail", async (t) => {
  const ann = await api.person({ password: PASSWORD })
  const bob = await api.person()
  const responses: Response[] = []
  const taken = bob.user.email!.toUpperCase().replace('@EXAMPLE.TEST', '@example.test')
  const sent = await mailsSince(async () => responses.push(await changeTo(ann, taken)))
  t.match(await profileOf(ann), { pendingEmail: taken }, 'as where it is free')
  await forgetLimits()
  responses.push(await changeTo(ann, 'free@example.test'))
  t.same(
    responses.map(({ status }) => status),
    [202, 202],
  )
  t.match(sent, [{ kind: 'address_in_use' }, { kind: 'email_change_asked' }])

  const link = await makeLink(api.db, ann.user, 'change_email', bob.user.email!)
  t.match(await (await confirm(link, ann.token)).json(), { code: 'LINK_INVALID' }, 'taken since then')
  t.match(await profileOf(ann), { email: ann.user.email })
})

await t.test('S06 a social account binds an address, and gets a full session instead of the limited one', async (t) => {
  const user = await insertUser(api.db, { username: 'social', email: null, passwordHash: null, inviteCode: 'social' })
  const { token } = await makeToken(api.db, user, 'bind_email')
  const limited = caller(api.url, token)
  t.match(await (await limited('GET', '/auth/me')).json(), { email: null })
  t.equal((await limited('GET', '/me/profile')).status, 403)
  const sent = await mailsSince(async () =>
    t.equal((await limited('PATCH', '/auth/email/bind', { body: { email: 'bound@example.test' } })).status, 202),
  )
  t.same(sent, [{ kind: 'bind_email', address: 'bound@example.test' }])
  const link = await makeLink(api.db, user, 'bind_email', 'bound@example.test')
  const response = (await (await confirm(link, token)).json()) as { user: object; session: { token: string } }
  t.match(response.user, { email: 'bound@example.test', email_verified_at: String })
  t.ok(await signedOutWithinASecond(limited))
  const full = caller(api.url, response.session.token)
  t.equal((await full('GET', '/me/profile')).status, 200)
  t.match(await (await full('PATCH', '/auth/email/bind', { body: { email: 'b@example.test' } })).json(), {
    code: 'EMAIL_ALREADY_BOUND',
  })
})
