import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Entitlement, SCode } from '@toile/contracts/software/codes'
import { CODE_ALPHABET, CODE_LENGTH, CODE_TRIES_PER_HOUR, foldCode } from '@toile/contracts/software/codes.constants'
import { redeemCode } from '@toile/db/software/codes'
import { hashCode, makeCode } from '@toile/runtime/s-codes'
import { caller, startTestApi } from '../../test-api.js'
import { codesOf, CODES_PATH, makeCodes, redeem } from './codes.test-support.js'

const api = await startTestApi()
const adm = await api.person({ group: 'admin' })
t.teardown(() => api.close())
const batch = (days: number, count = 1) => makeCodes(adm, days, count)

const entitlementsOf = async (code: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from entitlements
    where code_id = (select id from s_codes where hash = ${hashCode(code)!})`.execute(api.db)
  return rows[0]!.count
}
const endings = (calls: Promise<string>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'redeemed',
        (error: { code: string }) => error.code,
      ),
    ),
  )

await t.test('K01 of a hundred concurrent redemptions of one code one succeeds, and its days count once', async (t) => {
  const people = await Promise.all(Array.from({ length: 10 }, () => api.person()))
  for (const racers of [[people[0]!], people]) {
    const { code } = (await batch(30))[0]!
    const ended = await endings(
      Array.from({ length: 100 }, (_, i) =>
        redeemCode(api.db, racers[i % racers.length]!.user.id, { hash: hashCode(code)! }),
      ),
    )
    t.equal(ended.filter((end) => end === 'redeemed').length, 1)
    t.equal(ended.filter((end) => end === 'S_CODE_INVALID').length, 99)
    t.equal(await entitlementsOf(code), 1)
  }
  const first = await codesOf(people[0]!)
  const days = first.items.reduce((sum, item) => sum + item.days, 0)
  t.equal(first.entitlement!.daysLeft, days)
})

await t.test(
  'K02 I4 a retry of a committed call whose answer was lost gets the same answer, and uses nothing twice',
  async (t) => {
    const ann = await api.person()
    const { code } = (await batch(7))[0]!
    let cuts = 0
    const proxy = createServer((client) => {
      const upstream = createConnection({ port: api.config.port, host: '127.0.0.1' })
      client.pipe(upstream)
      upstream.once('data', () => {
        cuts++
        client.resetAndDestroy()
        upstream.destroy()
      })
      for (const line of [client, upstream]) line.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    t.teardown(() => proxy.close())
    const broken = caller(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, ann.token)
    const key = { 'idempotency-key': 'one click' }
    await t.rejects(broken('POST', CODES_PATH, { body: { code }, headers: key }))
    t.equal(cuts, 1)
    t.equal(await entitlementsOf(code), 1, 'the commit was there before the cut')
    const again = await redeem(ann, code, key)
    t.equal(again.status, 200)
    t.match(await again.json(), { code: { days: 7, status: 'used' }, entitlement: { daysLeft: 7 } })
    t.equal(await entitlementsOf(code), 1)
    t.equal((await redeem(ann, code)).status, 422, 'another click is another redemption')
  },
)

await t.test('K03 codes cannot be guessed, read, or distinguished from used ones', async (t) => {
  const codes = Array.from({ length: 100_000 }, makeCode)
  t.equal(new Set(codes.map(({ code }) => code)).size, codes.length, 'no two of 100,000')
  const signs = new Map<string, number>()
  for (const { code } of codes.slice(0, 20_000)) for (const sign of code) signs.set(sign, (signs.get(sign) ?? 0) + 1)
  for (const sign of CODE_ALPHABET)
    t.ok(Math.abs(signs.get(sign)! - 12_500) < 600, `${sign} stands as often as the others`)

  const made = await adm.call('POST', '/backstage/s-codes', { body: { days: 3, count: 2 } })
  const { codes: known } = (await made.json()) as { codes: { id: string; code: string }[] }
  const rows = await sql<{ text: string }>`select r::text as text from s_codes r`.execute(api.db)
  const everything = rows.rows.map(({ text }) => text).join('\n')
  const keys = await sql<{ text: string }>`select k::text as text from idempotency_keys k`.execute(api.db)
  for (const { code } of known)
    for (const spelling of [code, code.replaceAll('-', ''), code.slice(0, 11)])
      t.notMatch(everything + keys.rows.map(({ text }) => text).join(), spelling)

  const [ann, bob] = [await api.person(), await api.person()]
  t.equal((await redeem(ann, known[0]!.code)).status, 200)
  const used = await redeem(bob, known[0]!.code)
  const unknown = await redeem(bob, makeCode().code)
  const nonsense = await redeem(bob, 'hello')
  const without = (response: object) => ({ ...response, requestId: undefined })
  const refusal = without((await used.json()) as object)
  t.match(refusal, { statusCode: 422, code: 'S_CODE_INVALID' })
  t.same(without((await unknown.json()) as object), refusal)
  t.same(without((await nonsense.json()) as object), refusal)
  const statuses: number[] = []
  for (let i = 0; i < CODE_TRIES_PER_HOUR; i++) statuses.push((await redeem(bob, makeCode().code)).status)
  t.same(statuses.slice(-3), [429, 429, 429])
  const late = await redeem(bob, known[1]!.code)
  t.equal(late.status, 429, 'a right one too')
  t.ok(Number(late.headers.get('retry-after')) > 3_000)
  await adm.call('POST', `/backstage/s-codes/${known[1]!.id}/give`, { body: { userId: bob.user.id } })
  const given = await bob.call('POST', CODES_PATH, { body: { id: known[1]!.id } })
  t.equal(given.status, 200, 'one that was given to him is no guess')
})

await t.test('K04 all spellings of a code are the same code', async (t) => {
  const { code } = (await batch(1))[0]!
  const wide = [...code]
    .map((sign) => (sign === '-' ? '－' : String.fromCharCode(sign.charCodeAt(0) + 0xfee0)))
    .join('')
  const spellings = [
    code.toLowerCase(),
    ` ${code.replaceAll('-', ' ')}\t`,
    code.replaceAll('-', ''),
    code.replaceAll('-', ' – '),
    wide,
    wide.toLowerCase(),
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
    `\u200b${code}\ufeff`,
  ]
  for (const spelling of spellings) t.same(hashCode(spelling), hashCode(code), spelling)
  const spelt = fc.record({
    signs: fc.array(fc.constantFrom(...CODE_ALPHABET), { minLength: CODE_LENGTH, maxLength: CODE_LENGTH }),
    ways: fc.array(fc.nat(4), { minLength: CODE_LENGTH, maxLength: CODE_LENGTH }),
    between: fc.array(fc.constantFrom('', '-', ' ', '–', '—', '－', '\u200b', '\ufeff', '\u3000', '\t'), {
      minLength: CODE_LENGTH + 1,
      maxLength: CODE_LENGTH + 1,
    }),
  })
  fc.assert(
    fc.property(spelt, ({ signs, ways, between }) => {
      const likeness: Record<string, string> = { 0: 'o', 1: 'l' }
      const written = signs.map((sign, i) => {
        if (ways[i] === 0) return sign
        if (ways[i] === 1) return sign.toLowerCase()
        if (ways[i] === 2) return String.fromCharCode(sign.charCodeAt(0) + 0xfee0)
        return ways[i] === 3 ? (likeness[sign] ?? sign) : (likeness[sign]?.toUpperCase() ?? sign)
      })
      const folded = foldCode(between[0] + written.map((sign, i) => sign + between[i + 1]).join(''))
      t.equal(folded, signs.join(''))
      t.equal(foldCode(folded!), folded)
    }),
  )
  for (const other of [code.slice(1), `${code}0`, '', '--', code.replace(/.$/, 'U')]) t.notOk(foldCode(other), other)
  const ann = await api.person()
  t.equal((await redeem(ann, wide.toLowerCase())).status, 200)
  t.equal((await redeem(ann, code)).status, 422)
})

await t.test("K05 days add up by Postgres' clock alone", async (t) => {
  const ann = await api.person()
  const codes = await batch(29, 2)
  t.same(await endings(codes.map(({ code }) => redeemCode(api.db, ann.user.id, { hash: hashCode(code)! }))), [
    'redeemed',
    'redeemed',
  ])
  const { items, entitlement } = await codesOf(ann)
  t.equal(entitlement!.daysLeft, 58, 'two at once are their sum')
  const [later, earlier] = items.toSorted((a, b) => b.endsAt!.localeCompare(a.endsAt!)) as [SCode, SCode]
  t.equal(later.startsAt, earlier.endsAt)
  for (const { startsAt, endsAt, days } of items)
    t.equal(Date.parse(endsAt!) - Date.parse(startsAt!), days * 86_400_000, 'of 24 hours each')

  // The query adds 45 times 24 hours to 20 February 2028, in a time zone that changes to summer time in March.
  const stretch = await api.db.connection().execute(async (one) => {
    await sql`set time zone 'Europe/Berlin'`.execute(one)
    const { rows } = await sql<{ hours: number }>`select (extract(epoch from
      (timestamptz '2028-02-20 12:00+00' + make_interval(hours => 24 * 45)) - timestamptz '2028-02-20 12:00+00') / 3600)::int
      as hours`.execute(one)
    await sql`reset time zone`.execute(one)
    return rows[0]!.hours
  })
  t.equal(stretch, 45 * 24)

  // If the entitlement has expired, the days of a new code start today.
  await sql`update entitlements set starts_at = now() - interval '90 days', ends_at = now() - interval '1 hour'
    where user_id = ${ann.user.id}`.execute(api.db)
  t.equal((await codesOf(ann)).entitlement, null)
  const { code } = (await batch(10))[0]!
  const response = (await (await redeem(ann, code)).json()) as { entitlement: Entitlement }
  t.equal(response.entitlement.daysLeft, 10)
})

await t.test('K05 a process whose clock is a year off grants the same days', async (t) => {
  const ann = await api.person()
  const codes = await batch(10, 2)
  for (const [i, { code }] of codes.entries()) {
    const wrongMs = (i === 0 ? 1 : -1) * 366 * 86_400_000
    const hash = hashCode(code)!.toString('hex')
    const program = `
      const now = Date.now, Real = Date
      globalThis.Date = class extends Real { constructor(...a) { a.length ? super(...a) : super(now() + ${wrongMs}) } }
      Date.now = () => now() + ${wrongMs}
      const { openDb } = await import('@toile/db/client')
      const { redeemCode } = await import('@toile/db/software/codes')
      const db = openDb({ url: process.env.URL, poolSize: 1, onError: () => {} })
      await redeemCode(db, '${ann.user.id}', { hash: Buffer.from('${hash}', 'hex') })
      await db.destroy()`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, URL: api.config.databaseUrl },
      encoding: 'utf8',
    })
    t.equal(child.status, 0, child.stderr)
  }
  t.equal((await codesOf(ann)).entitlement!.daysLeft, 20)
})

await t.test('deleting an account keeps its used code, but no days', async (t) => {
  const ann = await api.person({ password: 'a good password' })
  const [{ code, id }] = (await batch(30)) as [{ id: string; code: string }]
  await redeem(ann, code)
  t.equal((await ann.call('DELETE', '/me', { body: { password: 'a good password' } })).status, 204)
  t.equal(await entitlementsOf(code), 0)
  const row = (await (await adm.call('GET', '/backstage/s-codes?status=used&pageSize=100')).json()) as {
    items: { id: string }[]
  }
  t.ok(row.items.some((one) => one.id === id))
  t.equal((await redeem(await api.person(), code)).status, 422)
})
