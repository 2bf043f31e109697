import { io, type Socket } from 'socket.io-client'
import t from 'tap'
import { tokenIn } from '@toile/testing/mail-server'
import { startAccountsSystem, type AccountsSystem } from './system.test-support.js'

let system: AccountsSystem
t.before(async () => {
  system = await startAccountsSystem()
})
t.teardown(() => system.close())

// Planted, and looked for everywhere at the end.
const FIRST = 'canary-password-one-7731'
const SECOND = 'canary-password-two-7731'
const EMAIL = 'ann@example.test'
const secrets = new Set([FIRST, SECOND])

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
const signIn = async (password: string) => {
  const { status, body } = await call('POST', '/auth/login', { login: EMAIL, password })
  secrets.add(String(body['token'] ?? FIRST))
  return { status, token: String(body['token']) }
}
/** The token of the next mail with this subject. */
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
/** How long after `work` began the socket was closed. */
const closedAfter = async (socket: Socket, work: () => Promise<unknown>): Promise<number> => {
  const startedAt = Date.now()
  const closed = new Promise((resolve) => socket.once('disconnect', resolve))
  await work()
  await closed
  return Date.now() - startedAt
}

await t.test('register, confirm the address by the mail’s link', async (t) => {
  const registration = { username: 'ann', email: EMAIL, password: FIRST, passwordConfirmation: FIRST, agree: true }
  const made = await call('POST', '/auth/register', registration, undefined, { 'accept-language': 'zh-CN' })
  t.match(made, { status: 201, body: { user: { email_verified_at: null } } })
  const me = String(made.body['token'])
  secrets.add(me)
  const { token, mail } = await linkOf(/请验证您的邮箱/)
  t.match(mail, { from: { address: 'no-reply@toile.example' } })
  t.match(mail.text, `${system.url}/login/mailbox#token=`)
  t.match(await call('PUT', '/auth/email/verification', { token }, me), {
    status: 200,
    body: { user: { email_verified_at: String } },
  })
  t.match(await call('PATCH', '/me/profile', { language: 'en' }, me), { status: 200 })
})

await t.test('S02 a second registration of the address learns nothing, and its owner is told', async (t) => {
  const again = { username: 'eve', email: EMAIL, password: SECOND, passwordConfirmation: SECOND, agree: true }
  const refused = await call('POST', '/auth/register', again)
  t.match(refused, {
    status: 422,
    body: { code: 'REGISTER_FAILED', message: 'register failed, please try again later.' },
  })
  t.notOk('fields' in refused.body)
  await linkOf(/You already have an account/)
})

await t.test(
  'S07 S10 thirty wishes for a reset send few mails, whose links know the public address only',
  async (t) => {
    await system.forgetLimits()
    const poison = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    for (let i = 0; i < 30; i++)
      t.equal((await call('POST', '/auth/password/retrieve', { email: EMAIL }, undefined, poison)).status, 202)
    await system.mail.arrives(({ mail }) => /new password/.test(mail.subject ?? ''))
    t.ok(system.mail.mails.length <= 5)
    for (const { mail } of system.mail.mails) {
      t.notMatch(`${mail.text}${mail.html}`, 'evil')
      t.match(mail.text, `${system.url}/login/password#token=`)
    }
  },
)

await t.test('S05 S08 a reset ends the other browser’s session and its socket within a second', async (t) => {
  const { token: elsewhere } = await signIn(FIRST)
  const socket = await socketOf(elsewhere)
  const { token } = await linkOf(/new password/)
  for (const method of ['GET', 'HEAD'])
    for (const page of ['/login/password', '/login/mailbox'])
      await fetch(`${system.url}${page}?token=${token.slice(0, 4)}`, { method })
  const reset = () => call('PUT', '/auth/password/reset', { token, password: SECOND, passwordConfirmation: SECOND })
  const ms = await closedAfter(socket, async () => t.equal((await reset()).status, 204))
  t.ok(ms < 1_000, `${ms} ms`)
  t.equal((await call('GET', '/auth/me', undefined, elsewhere)).status, 401)
  t.equal((await reset()).status, 422)
  t.equal((await signIn(FIRST)).status, 422)
  await linkOf(/password was changed/)
})

await t.test('S04 S16 signing out elsewhere closes its socket within a second', async (t) => {
  const { token: here } = await signIn(SECOND)
  const { token: there } = await signIn(SECOND)
  const socket = await socketOf(there)
  const { body } = await call('GET', '/me/sessions', undefined, here)
  const other = (body['items'] as { id: string; current: boolean }[]).find(({ current }) => !current)!
  const ms = await closedAfter(socket, () => call('DELETE', `/me/sessions/${other.id}`, undefined, here))
  t.ok(ms < 1_000, `${ms} ms`)
  t.equal((await call('GET', '/auth/me', undefined, there)).status, 401)
})

await t.test('S13 the old address is told of the new one, which counts once its link is used', async (t) => {
  const { token: me } = await signIn(SECOND)
  t.equal((await call('PUT', '/auth/email', { email: 'new@example.test', password: SECOND }, me)).status, 202)
  await system.mail.arrives(({ to, mail }) => to === EMAIL && /asked for/.test(mail.subject ?? ''))
  const { token } = await linkOf(/new email address/, 'new@example.test')
  t.match(await call('PUT', '/auth/email/verification', { token }), { status: 200, body: {} })
  await linkOf(/was changed/)
  t.match(await call('GET', '/auth/me', undefined, me), { body: { email: 'new@example.test' } })
})

await t.test('S12 no password and no token lies in a log, in Redis, in a job or in a row', async (t) => {
  const places = { logs: system.logs(), redis: await system.redisText(), database: await system.databaseText() }
  t.ok(places.logs.includes('mail sent') && places.redis.includes('mail.send') && places.database.includes('ann'))
  t.ok(secrets.size >= 9)
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) t.notOk(text.includes(secret), `${place} has no ${secret.slice(0, 6)}`)
})
