import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import t from '@toile/testing/tap'
import type { AuditEntry } from '@toile/contracts/audit/audit'
import type { Case, CaseDetails } from '@toile/contracts/moderation/moderation'
import type { TimelineLine } from '@toile/contracts/audit/timeline'
import { sendMessage } from '@toile/db/messages/messages-sent'
import { updateWork } from '@toile/db/works/works-transitions'
import { makeReleasedWork } from '@toile/testing/activities'
import { makeCourse } from '@toile/testing/courses'
import { makeLink } from '@toile/testing/factories'
import { caller, json, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
let one: Person
let two: Person
let author: Person
t.before(async () => {
  api = await startTestApi()
  one = await api.person({ group: 'admin', name: 'moderator-one' })
  two = await api.person({ group: 'admin', name: 'moderator-two' })
  author = await api.person({ name: 'an-author' })
})
t.teardown(() => api.close())

const codeOf = async (response: Promise<Response>) => (await json<{ code: string }>(response)).code
type List<T> = { items: T[]; total: number }
const cases = (query = '') => json<List<Case>>(one.call('GET', `/backstage/reports?${query}`))
const details = (by: Person, id: string) => json<CaseDetails>(by.call('GET', `/backstage/reports/${id}`))
const decide = (by: Person, id: string, decision: string, more: object = {}) =>
  by.call('POST', `/backstage/reports/${id}/decision`, { body: { decision, reason: 'Not your own cut', ...more } })
const audit = (query: string, headers?: Record<string, string>) =>
  json<List<AuditEntry>>(one.call('GET', `/backstage/audit?${query}`, { ...(headers && { headers }) }))
const rowsOfAudit = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from audit`.execute(api.db)).rows[0]!.n

async function reported(kind: string, id: string, by?: Person): Promise<string> {
  const reporter = by ?? (await api.person())
  const made = await reporter.call('POST', '/reports', { body: { kind, id, reason: 'This is mine' } })
  if (made.status !== 201) throw new Error(`${made.status} ${await made.text()}`)
  const { rows } = await sql<{ id: string }>`select id from cases
    where subject_id = ${id} and decided_at is null and kind = 'report'`.execute(api.db)
  return rows[0]!.id
}
async function appealAbout(id: string): Promise<string> {
  const { items } = await cases('kind=appeal&pageSize=100')
  return items.find(({ subjectId }) => subjectId === id)!.id
}

t.test('a case shows the reported content as it was and is, and who reported it', async (t) => {
  const work = await makeReleasedWork(api.db, author.user, 'Copied dress')
  const id = await reported('work', work)
  await updateWork(api.db, work, { title: 'Harmless dress' })
  t.equal(await reported('work', work), id)
  const shown = await details(one, id)
  t.match(shown, {
    kind: 'report',
    reports: 2,
    author: { name: 'an-author' },
    claim: null,
    outcome: null,
    noted: false,
  })
  t.match(shown.evidence[0], { reason: 'This is mine', text: /^Copied dress/ })
  t.match(shown.evidence[1], { text: /^Harmless dress/ })
  t.match(shown.current, { text: /^Harmless dress/, standing: 'shown', path: `/project/${work}` })
  t.same(shown.allowed, ['dismiss', 'warn', 'hide', 'ban'])
  const first = (await cases('kind=work')).items[0]
  t.match(first, { id, excerpt: /^Copied dress/ })
  t.match(await json(two.call('POST', `/backstage/reports/${id}/claim`)), { claim: { by: { name: 'moderator-two' } } })
  t.match(await codeOf(decide(one, id, 'dismiss')), 'CASE_CLAIMED')
  t.match(await json(decide(two, id, 'dismiss')), { outcome: { decision: 'dismiss', by: { name: 'moderator-two' } } })
  t.match((await cases('state=decided')).items[0], { id })
})

t.test('a reporter may report the same thing again after the decision', async (t) => {
  const [work, reporter] = [await makeReleasedWork(api.db, author.user, 'Again'), await api.person()]
  const first = await reported('work', work, reporter)
  t.equal(await reported('work', work, reporter), first, 'until then the second is the first')
  t.equal((await details(one, first)).reports, 1)
  t.equal((await decide(one, first, 'dismiss')).status, 200)
  const second = await reported('work', work, reporter)
  t.not(second, first)
  t.equal((await details(one, second)).evidence.length, 1)
  t.equal((await details(one, first)).evidence.length, 1, 'the first keeps what it was decided by')
})

t.test('a report of content hidden meanwhile ends with that hiding, which can be appealed', async (t) => {
  const work = await makeReleasedWork(api.db, author.user, 'Hidden by hand')
  const id = await reported('work', work)
  const body = { ids: [work], reason: 'By hand' }
  t.equal((await one.call('POST', '/backstage/works/hide', { body })).status, 200)
  t.match(await json(decide(two, id, 'hide')), { outcome: { decision: 'hide' } })
  t.match(await audit(`subject=${work}`), { items: [{ action: 'report.accepted' }, { action: 'work.hidden' }] })
  const text = { body: { text: 'I drew it' } }
  t.equal((await author.call('POST', `/reports/${work}/appeal`, text)).status, 204)
  t.match((await details(one, await appealAbout(work))).evidence, [{ reason: 'This is mine' }])
})

t.test(
  'a comment under a lesson links there while its course is published; cases are searchable by words',
  async (t) => {
    const { courseId, videoIds } = await makeCourse(api.db, one.user)
    const comment = await json<{ id: string }>(
      author.call('POST', `/videos/${videoIds[0]}/comments`, { body: { body: 'Cheap furs, click here' } }),
    )
    const id = await reported('comment', comment.id)
    const path = `/learning/detail?id=${courseId}&video=${videoIds[0]}#comment-${comment.id}`
    t.match((await details(one, id)).current, { path })
    await sql`update courses set published_at = null where id = ${courseId}`.execute(api.db)
    t.match((await details(one, id)).current, { path: null })

    const found = async (q: string, more = '') =>
      (await cases(`q=${encodeURIComponent(q)}${more}`)).items.map((it) => it.id)
    for (const q of ['CHEAP furs', 'this is mine', 'an-author']) t.ok((await found(q)).includes(id), q)
    t.same(await found('nothing of the kind'), [])
    t.match((await decide(one, id, 'warn', { reason: 'An advert' })).status, 200)
    t.same(await found('an advert', '&state=decided'), [id])
    const sorted = await cases('state=decided&sort=decided&order=desc')
    t.equal(sorted.items[0]!.id, id)
  },
)

t.test('B03 a moderator sees only the reported message, and each view is logged once', async (t) => {
  const reader = await api.person()
  const sendTo = (body: string) => sendMessage(api.db, reader.user.id, { senderId: author.user.id, body })
  const message = await sendTo('the reported words')
  const id = await reported('message', message, reader)
  const before = await rowsOfAudit()
  t.equal((await cases('kind=message')).items[0]?.excerpt, '', 'a list shows nothing of it')
  for (const q of ['reported words', 'this is mine']) t.equal((await cases(`kind=message&q=${q}`)).total, 0)
  const shown = await details(one, id)
  await details(one, id)
  t.match(shown, { noted: true, current: null, evidence: [{ text: 'the reported words' }] })
  t.same(shown.allowed, ['dismiss', 'warn', 'ban'], 'it is never taken from those who have it')
  t.match(await audit(`subject=${id}`), { total: 1, items: [{ action: 'evidence.seen', actor: 'moderator-one' }] })
  await details(two, id)
  t.equal((await rowsOfAudit()) - before, 2)
  // Administrators can read only their own conversations, so they cannot read these users' other messages.
  for (const path of [`/conversations/${reader.user.id}/messages`, `/conversations/${author.user.id}/messages`]) {
    const response = await one.call('GET', path)
    t.notMatch(await response.text(), /reported words/, path)
  }
  t.equal((await json<List<object>>(one.call('GET', '/conversations'))).items.length, 0)
})

t.test('another moderator decides an appeal, once; granting restores the work, and the log says why', async (t) => {
  const work = await makeReleasedWork(api.db, author.user, 'Disputed coat')
  const appeal = (by: Person) => by.call('POST', `/reports/${work}/appeal`, { body: { text: 'I drew it in May' } })
  t.equal(await codeOf(appeal(author)), 'NOT_FOUND', 'there is nothing to appeal against yet')
  const before = await rowsOfAudit()
  t.match(await json(decide(one, await reported('work', work), 'hide')), { outcome: { decision: 'hide' } })
  t.equal((await rowsOfAudit()) - before, 1)
  t.equal((await caller(api.url)('GET', `/works/${work}`)).status, 404)
  t.equal(await codeOf(appeal(await api.person())), 'NOT_FOUND')
  const raced = await Promise.all([appeal(author), appeal(author)])
  t.same(raced.map(({ status }) => status).sort(), [204, 409])

  const id = await appealAbout(work)
  t.match(await details(one, id), {
    kind: 'appeal',
    needsAnother: true,
    allowed: ['uphold', 'grant'],
    appeal: {
      text: 'I drew it in May',
      action: 'work.hidden',
      reason: 'Not your own cut',
      by: { name: 'moderator-one' },
    },
    current: { standing: 'hidden' },
  })
  t.equal(await codeOf(decide(one, id, 'uphold')), 'CASE_NEEDS_ANOTHER')
  t.equal(await codeOf(one.call('POST', `/backstage/reports/${id}/claim`)), 'CASE_NEEDS_ANOTHER')
  t.equal((await decide(two, id, 'grant')).status, 200)
  t.equal((await caller(api.url)('GET', `/works/${work}`)).status, 200)
  const [undone, hidden] = (await audit(`subject=${work}`)).items
  t.match(undone, { action: 'work.unhidden', actor: 'moderator-two', undoes: hidden!.id })
  t.match(hidden, { action: 'work.hidden', undoneBy: undone!.id, undoable: false, subject: 'Disputed coat' })
  t.equal(await codeOf(appeal(author)), 'NOT_FOUND', 'nothing stands against it any more')
})

t.test('a banned user appeals once, with the link of the mail', async (t) => {
  const person = await api.person()
  const id = await reported('user', person.user.id)
  t.match(await json(decide(one, id, 'ban', { days: 7 })), { outcome: { decision: 'ban' } })
  t.equal((await person.call('GET', '/auth/me')).status, 401)
  const { rows } = await sql<{
    days: number
  }>`select round(extract(epoch from banned_until - banned_at) / 86400)::int as days
    from users where id = ${person.user.id}`.execute(api.db)
  t.equal(rows[0]!.days, 7)
  const visitor = caller(api.url)
  const token = await makeLink(api.db, person.user, 'banned', person.user.email!)
  const appeal = () => visitor('POST', '/appeals', { body: { token, text: 'It was my brother' } })
  t.equal((await appeal()).status, 204)
  t.equal(await codeOf(appeal()), 'LINK_INVALID')
  t.equal((await decide(two, await appealAbout(person.user.id), 'uphold')).status, 200)
  const again = await makeLink(api.db, person.user, 'banned', person.user.email!)
  t.equal(await codeOf(visitor('POST', '/appeals', { body: { token: again, text: 'Once more' } })), 'ALREADY_APPEALED')
})

t.test('an action is undone once, by another logged action, and not after a later change', async (t) => {
  const work = await makeReleasedWork(api.db, author.user, 'Hidden in error')
  const hide = (path: string) =>
    one.call('POST', `/backstage/works/${path}`, { body: { ids: [work], reason: 'why not' } })
  const undo = (id: string) => two.call('POST', `/backstage/audit/${id}/undo`, { body: { reason: 'That was wrong' } })
  const rows = async () => (await audit(`subject=${work}`)).items
  await hide('hide')
  const [first] = await rows()
  t.equal(first!.undoable, true)
  const before = await rowsOfAudit()
  const raced = await Promise.all([undo(first!.id), undo(first!.id)])
  t.same(raced.map(({ status }) => status).sort(), [200, 409])
  t.equal((await rowsOfAudit()) - before, 1)
  t.match((await rows())[0], { action: 'work.unhidden', undoes: first!.id, reason: 'That was wrong' })
  t.equal(await codeOf(undo(first!.id)), 'MOVED_ON')

  await hide('hide')
  const [second] = await rows()
  await hide('unhide')
  await hide('hide')
  t.equal(await codeOf(undo(second!.id)), 'MOVED_ON')
  t.equal((await caller(api.url)('GET', `/works/${work}`)).status, 404, 'it is as it was')

  const other = await makeReleasedWork(api.db, author.user, 'Recommended twice')
  await one.call('POST', '/backstage/works/feature', { body: { ids: [other], featured: true, reason: 'why not' } })
  const [featured] = (await audit(`subject=${other}`)).items
  await sql`insert into audit (id, actor_id, action, subject_kind, subject_id)
    values (${newId(Date.now() - 60_000)}, ${one.user.id}, 'work.featured', 'work', ${other})`.execute(api.db)
  t.equal(await codeOf(undo(featured!.id)), 'MOVED_ON', 'also after an action by a machine whose clock is late')
  t.equal(await codeOf(undo((await audit('action=evidence.seen')).items[0]!.id)), 'NOT_FOUND')
})

t.test('the log reads as sentences and is searchable by words, users, actions and days', async (t) => {
  const found = await audit('q=disputed')
  t.match(found.items.at(-1), { sentence: 'moderator-one hid the work “Disputed coat”', reason: 'Not your own cut' })
  const chinese = await audit('q=disputed&action=work.hidden', { 'accept-language': 'zh-CN' })
  t.match(chinese, { total: 1, items: [{ sentence: 'moderator-one 隐藏了作品《Disputed coat》' }] })
  t.equal((await audit(`actor=${two.user.id}&action=work.hidden`)).total, 0)
  const today = new Date().toISOString().slice(0, 10)
  t.equal((await audit(`q=disputed&from=${today}&to=${today}`)).total, found.total)
  t.equal((await audit('q=disputed&to=2026-01-01')).total, 0)
})

t.test('a timeline lists all events of a thing, latest first, in pages', async (t) => {
  const { items } = await json<List<Case>>(one.call('GET', '/backstage/reports?state=decided&kind=appeal'))
  const work = items.find(({ subjectKind }) => subjectKind === 'work')!.subjectId
  const ask = (query: string) =>
    json<{ items: TimelineLine[]; nextCursor: string | null; name: string }>(
      one.call('GET', `/backstage/timeline?${query}`),
    )
  const whole = await ask(`kind=work&id=${work}&limit=100`)
  t.equal(whole.name, 'Disputed coat')
  const sentences = whole.items.map(({ sentence }) => sentence)
  for (const line of [
    'moderator-two made the work “Disputed coat” visible again',
    'moderator-two reversed the decision about the work Disputed coat',
    'A decision about the work Disputed coat was appealed',
    'moderator-one hid the work “Disputed coat”',
    'A case about the work Disputed coat was opened',
    'Disputed coat was published',
    'The work was created',
  ])
    t.ok(sentences.includes(line), line)
  const times = whole.items.map(({ at }) => at)
  t.same(times, [...times].sort().reverse())
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await ask(`kind=work&id=${work}&limit=3${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.items.map(({ key }) => key))
    cursor = page.nextCursor
  }
  t.same(
    paged,
    whole.items.map(({ key }) => key),
  )
  const ofPerson = (await ask(`kind=user&id=${author.user.id}&limit=100`)).items.map(({ sentence }) => sentence)
  t.ok(ofPerson.includes('moderator-one hid the work “Disputed coat”'), 'what happened to their works too')
  t.notMatch(ofPerson.join(), /reported words/)
  const { rows } = await sql<{ id: string }>`select upload_id as id from works where id = ${work}`.execute(api.db)
  t.match((await ask(`kind=upload&id=${rows[0]!.id}`)).items[0], { source: 'stage', sentence: /ready to publish/ })
})
