import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import t from '@toile/testing/tap'
import type { JobContext } from '@toile/bus/worker'
import { InputFailure } from '@toile/contracts/failures'
import { languages } from '@toile/contracts/languages.constants'
import { mailKinds, type MailKind } from '@toile/contracts/notifications/mails.constants'
import { newId } from '@toile/contracts/ids'
import { insertMail } from '@toile/db/notifications/mails'
import { mailLink, useToken } from '@toile/db/sessions/one-time-tokens'
import { updateProfile } from '@toile/db/users/profiles'
import type { User } from '@toile/db/users/users'
import { createLogger } from '@toile/runtime/logger'
import { hashToken } from '@toile/runtime/one-time-tokens'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { startTestMailServer, tokenIn, type TestMailServer } from '@toile/testing/mail-server'
import { failMail, sendMail, type Parts } from './handlers/send.js'
import { renderMail } from './render.js'
import { openTransport } from './transport.js'

const context: JobContext = { signal: new AbortController().signal, log: createLogger('test', 'silent') }
const FROM = 'Toile <no-reply@toile.example>'
let test: TestDatabase
let server: TestMailServer
let parts: Parts
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestMailServer()
  parts = {
    db: test.db,
    transport: openTransport({ smtpUrl: server.url, from: FROM }),
    publicUrl: 'https://toile.example',
    claimSeconds: 2,
  }
})
t.teardown(async () => {
  parts.transport.close()
  await server.stop()
  await test.drop()
})

const waiting = async (address: string) => {
  const { rows } = await sql<{ id: string }>`select id from mails
    where address = ${address} and state = 'waiting' order by id desc limit 1`.execute(test.db)
  return { id: rows[0]!.id, attempt: 1 }
}
const stateOf = async (id: string) =>
  test.db.selectFrom('mails').select(['state', 'failure']).where('id', '=', id).executeTakeFirstOrThrow()
const mailsTo = (address: string) => server.mails.filter(({ to }) => to === address).map(({ mail }) => mail)
const use = (token: string) => useToken(test.db, hashToken(token), ['verify_email'])
const ask = (user: User) => mailLink(test.db, user, 'verify_email', user.email!)

await t.test('every mail in both languages, as text and as HTML, has no placeholder left', async (t) => {
  const values = {
    link: 'https://toile.example/login/mailbox#token=abc',
    publicUrl: 'https://toile.example',
    username: '<b>"ann" & co</b>',
    reason: '<b>spam</b>',
    until: '2026-11-30 08:00',
  }
  const subjects = new Set<string>()
  for (const kind of mailKinds)
    for (const language of languages) {
      const { subject, text, html } = renderMail(kind, language, values)
      subjects.add(`${language} ${subject}`)
      for (const written of [subject, text, html]) t.notMatch(written, /\{\w+\}/, `${kind} ${language}`)
      t.notMatch(html, '<b>', 'values are escaped')
      t.equal(/#token=abc/.test(text), /#token=abc/.test(html))
      t.match(html, `lang="${language}"`)
      t.equal(/[一-鿿]/u.test(text), language === 'zh-CN')
    }
  t.ok(subjects.size > mailKinds.length)
  const forGood = renderMail('banned', 'en', { ...values, until: '' })
  t.match(forGood, { subject: 'Your account is banned permanently', text: /Reason: <b>spam/ })
})

await t.test('a mail arrives in its reader’s language, and its link works once', async (t) => {
  const ann = await makeUser(test.db, { verified: false })
  await updateProfile(test.db, ann.id, { language: 'zh-CN' })
  await ask(ann)
  const job = await waiting(ann.email)
  await sendMail(parts)(job, context)
  const [mail] = mailsTo(ann.email)
  t.match(mail, { from: { address: 'no-reply@toile.example' }, subject: '请验证你的邮箱' })
  t.match(mail?.text, 'https://toile.example/login/mailbox#token=')
  t.match(mail?.html, tokenIn(mail!))
  t.match(await stateOf(job.id), { state: 'sent' })

  await sendMail(parts)(job, context)
  t.equal(mailsTo(ann.email).length, 1, 'delivered twice, the job sends once')
  t.match(await use(tokenIn(mail!)), { user_id: ann.id, email: ann.email })
  t.equal(await use(tokenIn(mail!)), undefined)
})

await t.test('a notice of removal links to the confirmation, and is not sent after confirming', async (t) => {
  const una = await makeUser(test.db, { verified: false })
  const email = () =>
    insertMail(test.db, {
      kind: 'uploads_removal',
      userId: una.id,
      address: una.email,
      params: { date: '2026-11-30' },
    })
  await sendMail(parts)({ id: await email(), attempt: 1 }, context)
  const [mail] = mailsTo(una.email)
  t.equal(mail?.subject, 'Your uploads will be deleted on Nov 30, 2026')
  t.match(mail?.text, /kept for 30 days.*\n\n.*\n\nhttps:\/\/toile\.example\/login\/mailbox\n/)
  const late = await email()
  await test.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', una.id).execute()
  await sendMail(parts)({ id: late, attempt: 1 }, context)
  t.equal((await stateOf(late)).state, 'cancelled')
  t.equal(mailsTo(una.email).length, 1)
})

await t.test('S09 nothing stored opens a link, and a newer link ends the older', async (t) => {
  const ann = await makeUser(test.db, { verified: false })
  await ask(ann)
  await sendMail(parts)(await waiting(ann.email), context)
  await ask(ann)
  const second = await waiting(ann.email)
  const tokenOfFirst = tokenIn(mailsTo(ann.email)[0]!)
  t.ok(tokenOfFirst.length >= 43, '256 bits')
  t.equal(await use(tokenOfFirst), undefined, 'asking anew ends the older link at once')
  await sendMail(parts)(second, context)
  const token = tokenIn(mailsTo(ann.email)[1]!)
  const kept = await sql<{ all: string }>`select (select json_agg(x)::text from one_time_tokens x) ||
    (select json_agg(x)::text from mails x) || (select json_agg(x)::text from events x) as all`.execute(test.db)
  t.notMatch(kept.rows[0]!.all, token, 'not in Postgres')
  const raced = await Promise.all(Array.from({ length: 20 }, () => use(token)))
  t.equal(raced.filter(Boolean).length, 1, 'twenty at once: one of them')
})

await t.test('S09 a link is valid for half an hour from its sending', async (t) => {
  const ann = await makeUser(test.db, { verified: false })
  await ask(ann)
  await sql`update one_time_tokens set created_at = now() - interval '2 hours' where user_id = ${ann.id}`.execute(
    test.db,
  )
  await sendMail(parts)(await waiting(ann.email), context)
  const token = tokenIn(mailsTo(ann.email)[0]!)
  const minutes = await sql<{ left: number }>`select extract(epoch from expires_at - now())::float / 60 as left
    from one_time_tokens where user_id = ${ann.id}`.execute(test.db)
  t.ok(minutes.rows[0]!.left > 29 && minutes.rows[0]!.left <= 30, 'a slow queue costs the reader nothing')
  await sql`update one_time_tokens set expires_at = expires_at - interval '31 minutes'
    where user_id = ${ann.id}`.execute(test.db)
  t.equal(await use(token), undefined)
})

await t.test('S02 a reset for an address without an account sends nothing, and reveals that nowhere', async (t) => {
  const ask = (address: string) => insertMail(test.db, { kind: 'reset_password', userId: null, address })
  const ann = await makeUser(test.db)
  await ask('nobody@example.test')
  const toNobody = await waiting('nobody@example.test')
  await sendMail(parts)(toNobody, context)
  t.match(await stateOf(toNobody.id), { state: 'cancelled' })
  t.same(mailsTo('nobody@example.test'), [])
  await ask(ann.email.toUpperCase())
  await sendMail(parts)(await waiting(ann.email.toUpperCase()), context)
  const [mail] = mailsTo(ann.email)
  t.match(mail?.text, `“${ann.username}”`)
  t.match(mail?.text, '/login/password#token=')
})

await t.test('a mail to a refused address ends in failed, and a temporary fault is retried', async (t) => {
  const ann = await makeUser(test.db, { verified: false })
  await ask(ann)
  const job = await waiting(ann.email)
  server.refuse(ann.email, 451)
  const passing = await sendMail(parts)(job, context).catch((error: unknown) => error)
  t.ok(passing instanceof Error && !(passing instanceof InputFailure))
  t.match(await stateOf(job.id), { state: 'waiting' })

  server.refuse(ann.email, 550)
  const refused = (await sendMail(parts)(job, context).catch((error: unknown) => error)) as InputFailure
  t.match(refused, { code: 'MAIL_REFUSED', params: { status: 550 } })
  await failMail(parts)(job, { code: refused.code, params: refused.params })
  t.match(await stateOf(job.id), { state: 'failed', failure: { code: 'MAIL_REFUSED' } })

  server.refuse(ann.email, 0)
  await sendMail(parts)(job, context)
  t.same(mailsTo(ann.email), [], 'what has ended is not sent late')
})

await t.test('without a mail server each mail is a file that only its owner can read', async (t) => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'toile-mail-')), 'mail')
  t.teardown(() => rm(path.dirname(folder), { recursive: true, force: true }))
  const transport = openTransport({ folder, from: FROM })
  const kind: MailKind = 'password_changed'
  const id = newId()
  await transport.send({
    id,
    kind,
    to: 'ann@example.test',
    ...renderMail(kind, 'en', { link: '', publicUrl: 'https://toile.example', username: 'ann' }),
  })
  const [name] = await readdir(folder)
  t.equal(name, `${id}-password_changed.eml`)
  const file = path.join(folder, name!)
  t.equal((await stat(file)).mode & 0o777, 0o600)
  const mail = await PostalMime.parse(await readFile(file))
  t.match(mail, { subject: 'Your password was changed', to: [{ address: 'ann@example.test' }] })
  t.ok(mail.html && mail.text)
})
