import sharp from 'sharp'
import { io, type Socket } from 'socket.io-client'
import t from '@toile/testing/tap'
import type { Image } from '@toile/contracts/images/images'
import { openCookieBrowser } from '@toile/testing/providers/cookie-browser'
import { makeUser, TEST_SECRET } from '@toile/testing/factories'
import { tokenIn } from '@toile/testing/mail-server'
import { seedWorks } from '@toile/testing/seeded-works'
import { until } from '@toile/testing/until'
import { startKnocks, type Knocks } from '@toile/testing/knocks'
import { CLIENT_SECRET, sharedSystem, type SharedSystem } from '../shared-system.js'
import { watchSystem, type Watch } from './accounts.test-support.js'

// The passwords are canaries. The last test searches for all `secrets` in logs, Redis, database, metrics and spans.
const FIRST = 'canary-password-one-7731'
const SECOND = 'canary-password-two-7731'
const ADMIN = 'canary-password-admin-7731'
const EMAIL = 'ann@example.test'
const DATABASE = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://none').password
const secrets = new Set([FIRST, SECOND, ADMIN, CLIENT_SECRET, TEST_SECRET, DATABASE])

let system: SharedSystem
let watch: Watch
let knocks: Knocks
t.before(async () => {
  system = await sharedSystem()
  watch = await watchSystem(system)
  knocks = await startKnocks()
})
t.teardown(() => {
  watch.close()
  knocks.stop()
})

async function call(method: string, path: string, body?: object, token?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(system.url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}
const signIn = async (password: string, login = EMAIL) => {
  const { status, body } = await call('POST', '/auth/login', { login, password })
  secrets.add(String(body['token'] ?? FIRST))
  return { status, token: String(body['token']) }
}
/** Limit for a socket to close. Toile promises one second, but a busy machine may take longer. */
const CLOSED_MS = 10_000
const linkOf = async (subject: RegExp, to = EMAIL) => {
  const mail = await system.mail.arrives((arrived) => arrived.to === to && subject.test(arrived.mail.subject ?? ''))
  system.mail.mails.splice(0)
  const token = tokenIn(mail)
  if (token) secrets.add(token)
  return { token, mail }
}
const socketOf = async (token: string): Promise<Socket> => {
  const socket = io(system.url, { transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true })
  t.teardown(() => void socket.disconnect())
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
  return socket
}
/**
 * Returns the milliseconds from the answer until the socket closes. They are negative if the socket closes first. The
 * end of a session closes it at once, a check of the database after a second, and a ping timeout only after 20 s.
 */
const closedAfter = async (socket: Socket, work: () => Promise<unknown>): Promise<number> => {
  const closedAt = new Promise<number>((resolve) => socket.once('disconnect', () => resolve(Date.now())))
  await work()
  const answeredAt = Date.now()
  return (await closedAt) - answeredAt
}

await t.test('registers and confirms the address by the mailed link', async (t) => {
  const registration = { username: 'ann', email: EMAIL, password: FIRST, passwordConfirmation: FIRST, agree: true }
  const made = await call('POST', '/auth/register', registration, undefined, { 'accept-language': 'zh-CN' })
  t.match(made, { status: 201, body: { user: { email_verified_at: null } } })
  const me = String(made.body['token'])
  secrets.add(me)
  const { token, mail } = await linkOf(/请验证你的邮箱/)
  t.match(mail, { from: { address: 'no-reply@toile.example' } })
  t.match(mail.text, `${system.url}/login/mailbox#token=`)
  t.match(await call('PUT', '/auth/email/verification', { token }, me), {
    status: 200,
    body: { user: { email_verified_at: String } },
  })
  t.match(await call('PATCH', '/me/profile', { language: 'en' }, me), { status: 200 })
})

await t.test('S02 reveals nothing to a second registration of the address, and notifies its owner', async (t) => {
  const again = { username: 'eve', email: EMAIL, password: SECOND, passwordConfirmation: SECOND, agree: true }
  const refused = await call('POST', '/auth/register', again)
  t.match(refused, {
    status: 422,
    body: { code: 'REGISTER_FAILED', message: 'register failed, please try again later.' },
  })
  t.notOk('fields' in refused.body)
  await linkOf(/You already have an account/)
})

await t.test('S07 S10 sends few mails for thirty reset requests, with links to the public address only', async (t) => {
  await watch.forgetLimits()
  const poison = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  for (let i = 0; i < 30; i++)
    t.equal((await call('POST', '/auth/password/retrieve', { email: EMAIL }, undefined, poison)).status, 202)
  await system.mail.arrives(({ to, mail }) => to === EMAIL && /new password/.test(mail.subject ?? ''))
  const mails = system.mail.mails.filter(({ to }) => to === EMAIL)
  t.ok(mails.length <= 5)
  for (const { mail } of mails) {
    t.notMatch(`${mail.text}${mail.html}`, 'evil')
    t.match(mail.text, `${system.url}/login/password#token=`)
  }
})

await t.test('S05 S08 a reset ends the other browser’s session and socket at once', async (t) => {
  const { token: elsewhere } = await signIn(FIRST)
  const socket = await socketOf(elsewhere)
  const { token } = await linkOf(/new password/)
  for (const method of ['GET', 'HEAD'])
    for (const page of ['/login/password', '/login/mailbox'])
      await fetch(`${system.url}${page}?token=${token.slice(0, 4)}`, { method })
  const reset = () => call('PUT', '/auth/password/reset', { token, password: SECOND, passwordConfirmation: SECOND })
  const ms = await closedAfter(socket, async () => t.equal((await reset()).status, 204))
  t.ok(ms < CLOSED_MS, `${ms} ms`)
  t.equal((await call('GET', '/auth/me', undefined, elsewhere)).status, 401)
  t.equal((await reset()).status, 422)
  t.equal((await signIn(FIRST)).status, 422)
  await linkOf(/password was changed/)
})

await t.test('S04 S16 signing out elsewhere closes the socket at once', async (t) => {
  const { token: here } = await signIn(SECOND)
  const { token: there } = await signIn(SECOND)
  const socket = await socketOf(there)
  const { body } = await call('GET', '/me/sessions', undefined, here)
  const other = (body['items'] as { id: string; current: boolean }[]).find(({ current }) => !current)!
  const ms = await closedAfter(socket, () => call('DELETE', `/me/sessions/${other.id}`, undefined, here))
  t.ok(ms < CLOSED_MS, `${ms} ms`)
  t.equal((await call('GET', '/auth/me', undefined, there)).status, 401)
})

await t.test('S13 notifies the old address of a new one, which counts once its link is used', async (t) => {
  const { token: me } = await signIn(SECOND)
  t.equal((await call('PUT', '/auth/email', { email: 'new@example.test', password: SECOND }, me)).status, 202)
  await system.mail.arrives(({ to, mail }) => to === EMAIL && /Request to change/.test(mail.subject ?? ''))
  const { token } = await linkOf(/new email address/, 'new@example.test')
  t.match(await call('PUT', '/auth/email/verification', { token }), {
    status: 403,
    body: { code: 'REAUTHENTICATION_REQUIRED' },
  })
  t.match(await call('PUT', '/auth/email/verification', { token, password: SECOND }), { status: 200, body: {} })
  await linkOf(/was changed/)
  t.match(await call('GET', '/auth/me', undefined, me), { body: { email: 'new@example.test' } })
})

await t.test('S12 codes, devices, links, exports, a ban and a failing provider get canary secrets', async (t) => {
  const operator = await makeUser(system.db, { name: 'operator', group: 'admin', password: ADMIN })
  const { token: adm } = await signIn(ADMIN, operator.username)
  const { token: me } = await signIn(SECOND, 'ann')
  const made = await call('POST', '/backstage/s-codes', { days: 7, count: 2, note: 'spring' }, adm)
  const codes = (made.body['codes'] as { code: string }[]).map(({ code }) => code)
  for (const code of codes) for (const spelt of [code, code.replaceAll('-', '')]) secrets.add(spelt)
  const redeem = (code: string) => call('POST', '/workspace/software/redeemcode', { code }, me)
  t.equal((await redeem(codes[0]!)).status, 200)
  t.equal((await redeem(codes[0]!)).status, 422)
  const device = await call('POST', '/studio/activate', { deviceId: 'desk', deviceName: 'Studio PC' }, me)
  const deviceToken = String(device.body['deviceToken'])
  secrets.add(deviceToken)
  t.equal((await call('POST', '/studio/lease', { deviceToken })).status, 200)

  const form = new FormData()
  form.append('purpose', 'avatar')
  form.append(
    'file',
    new Blob([
      await sharp({ create: { width: 400, height: 400, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    ]),
    'me.png',
  )
  const headers = { authorization: `Bearer ${me}` }
  const image = (await (await fetch(`${system.url}/images`, { method: 'POST', headers, body: form })).json()) as Image
  const own = async () => (await call('GET', `/images/${image.id}`, undefined, me)).body as unknown as Image
  await until(async () => (await own()).status === 'ready')
  const link = (await own()).variants[0]!.url
  secrets.add(new URL(link).searchParams.get('signature')!)
  t.equal((await fetch(link)).status, 200)

  t.equal((await call('POST', '/auth/reauthenticate', { password: ADMIN }, adm)).status, 204)
  const wish = { table: 's-codes', query: {} }
  const { id } = (await call('POST', '/backstage/exports', wish, adm)).body
  await until(
    async () => (await call('GET', `/backstage/exports/${String(id)}`, undefined, adm)).body['state'] === 'ready',
  )
  const file = await fetch(`${system.url}/backstage/exports/${String(id)}/file`, {
    headers: { authorization: `Bearer ${adm}` },
  })
  const exported = await file.text()
  t.match(exported, 'spring')
  for (const secret of secrets) t.notOk(exported.includes(secret), 'the file of the codes has none')

  const eve = await makeUser(system.db, { name: 'eve' })
  const ban = { reason: 'Sells stolen works', until: new Date(Date.now() + 86_400_000).toISOString() }
  t.equal((await call('POST', `/backstage/users/${eve.id}/ban`, ban, adm)).status, 200)
  t.ok((await linkOf(/banned/, eve.email)).token, 'a link to ask for another look')

  const browser = openCookieBrowser()
  const start = await browser.send(`${system.url}/social/facebook/login`, { headers: { accept: 'text/html' } })
  const state = new URL(start.headers.get('location')!).searchParams.get('state')!
  const code = 'canary-code-of-a-provider-7731'
  for (const secret of [code, state, ...browser.cookies.values()]) secrets.add(secret)
  const complete = await browser.send(`${system.url}/social/facebook/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, state }),
  })
  t.equal(complete.status, 503)
  t.same(system.facebook.calls, ['/oauth/access_token'], 'the provider got code and secret')
})

await t.test('X05 never fetches addresses that users enter', async (t) => {
  const { token: adm } = await signIn(ADMIN, 'operator')
  const { token: me } = await signIn(SECOND, 'ann')
  const carol = await makeUser(system.db, { name: 'carol' })
  const [workId] = await seedWorks(system.db, carol, 1)
  const text = knocks.addresses.map((at) => `${at} <img src="${at}">`).join(' ')
  const words = { title: knocks.addresses[0], body: text }
  const typed: [string, string, object, string][] = [
    ['PATCH', '/me/profile', { nickname: knocks.addresses[0], description: text }, me],
    ['POST', `/works/${workId}/comments`, { body: text }, me],
    ['POST', `/conversations/${carol.id}/messages`, { body: text }, me],
    ['POST', '/reports', { kind: 'work', id: workId, reason: text }, me],
    ['POST', '/backstage/courses', { title: 'Draping', description: text }, adm],
    ['POST', '/backstage/market-items', { title: 'Linen', intro: text, description: text }, adm],
    ['POST', '/backstage/announcements', { texts: { en: words, 'zh-CN': words } }, adm],
  ]
  for (const [method, path, body, token] of typed)
    t.match(await call(method, path, body, token), { status: /^20[01]$/ }, path)
  for (const at of knocks.addresses) {
    t.equal((await call('PATCH', '/me/profile', { website: at }, me)).status, 200, at)
    // These headers contain an address that a server might follow.
    const headers = { referer: at, origin: at, 'x-forwarded-host': new URL(at).host, 'user-agent': at }
    await call('POST', '/analytics/page-views', { page: at, url: at, refer: at }, undefined, headers)
    await call('GET', `/oembed?url=${encodeURIComponent(at)}`, undefined, undefined, headers)
    await fetch(`${system.url}/social/google/login?redirect_uri=${encodeURIComponent(at)}`, {
      headers,
      redirect: 'manual',
    })
  }
  await watch.rest()
  t.equal(knocks.count(), 0)
  await fetch(knocks.addresses[0]!).catch(() => {})
  t.equal(knocks.count(), 1, 'the server counts connections')
})

await t.test('S12 leaves no secret in logs, Redis, jobs, rows, metrics or spans', async (t) => {
  await watch.rest()
  await until(() => system.traces.some((spans) => spans.includes('/social/facebook/complete')))
  const traces = await watch.traces()
  for (const [place, sign] of Object.entries({
    logs: 'mail sent',
    'what Redis holds': 'mail.send',
    'Redis commands': 'notify.',
    database: 'operator',
    metrics: 'toile_http_duration_seconds',
    spans: 'PUT /auth/password/reset',
  }))
    t.ok(traces[place]!.includes(sign), `${place} has what it should`)
  t.ok(secrets.size >= 24, `${secrets.size} secrets are looked for`)
  for (const [place, text] of Object.entries(traces))
    for (const secret of secrets)
      for (const written of new Set([secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]))
        t.notOk(text.includes(written), `${place} has no ${secret.slice(0, 6)}`)
})
