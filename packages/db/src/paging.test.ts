import fc from 'fast-check'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { createTestDatabase } from '@toile/testing/database'
import { idCursor, numberCursor, pageOf, placeCursor, timeCursor } from './cursors.js'
import { makeLists } from './paging.test-support.js'

const test = await createTestDatabase()
t.teardown(() => test.drop())
const lists = await makeLists(test.db)

type Step = { add: number } | { remove: number } | 'turn'
const place = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('turn' as const) },
  { weight: 2, arbitrary: fc.record({ add: place }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat() }) },
)
const history = fc.record({
  before: fc.array(place, { minLength: 1, maxLength: 8 }),
  limit: fc.integer({ min: 1, max: 3 }),
  steps: fc.array(step, { maxLength: 10 }),
})

for (const [name, list] of Object.entries(lists))
  await t.test(
    `A08 ${name}: no row is shown twice and no row that stays is missed while others come and go`,
    async (t) => {
      await fc.assert(
        fc.asyncProperty(history, async ({ before, limit, steps }) => {
          const scope = (await list.scope?.()) ?? ''
          const there = new Set<string>()
          const used = new Set<string>()
          const add = async (at: number) => {
            const id = await list.add(scope, at, used)
            used.add(id)
            there.add(id)
          }
          for (const at of before) await add(at)
          const stayed = new Set(there)
          const seen: string[] = []
          let next: string | null | undefined
          const turn = async () => {
            if (next === null) return
            const page = await list.page(scope, { limit, ...(next && { cursor: next }) })
            if (page.items.length > limit) throw new Error(`a page of ${page.items.length}`)
            const gone = page.items.filter((id) => !there.has(id))
            if (gone.length > 0) throw new Error('a row is shown that is not there')
            seen.push(...page.items)
            if (new Set(seen).size !== seen.length) throw new Error('shown twice')
            next = page.nextCursor
          }
          const whole = (await list.page(scope, { limit: 100 })).items
          for (const one of steps)
            if (one === 'turn') await turn()
            else if ('add' in one) await add(one.add)
            else if (there.size > 0) {
              const id = [...there][one.remove % there.size]!
              await list.remove(scope, id)
              there.delete(id)
              stayed.delete(id)
            }
          while (next !== null) await turn()
          for (const id of there) await list.remove(scope, id)
          const missed = [...stayed].filter((id) => !seen.includes(id))
          if (missed.length > 0) throw new Error(`missed ${missed.length} of ${stayed.size}`)
          const order = seen.filter((id) => stayed.has(id)).join()
          if (order !== whole.filter((id) => stayed.has(id)).join()) throw new Error('in another order than at once')
        }),
        { numRuns: 12 },
      )
      t.pass('12 histories')
    },
  )

const refused = { code: 'INVALID_INPUT' }
const cursorOf = (...parts: (string | number)[]) => pageOf([parts, parts], 1, (row) => row).nextCursor!

await t.test(
  'A08 a cursor decodes to its parts; a cursor of another list, or an invalid one, is refused',
  async (t) => {
    const id = fc.uuid()
    const keys = fc.stringMatching(/^[\w:.+ -]{1,128}$/)
    fc.assert(
      fc.property(
        id,
        fc.nat(2 ** 45),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        keys,
        (one, ms, value, key) => {
          const made = [cursorOf(one), cursorOf(ms, one), cursorOf(value, one), cursorOf(ms, key)]
          t.ok(made.every((cursor) => cursor.length <= 200))
          t.equal(idCursor(made[0]), one)
          t.same(timeCursor(made[1]), { at: new Date(ms), id: one })
          t.same(numberCursor(made[2]), { value, id: one })
          t.same(placeCursor(made[3]), { value: ms, key })
          t.throws(() => timeCursor(made[0]), refused)
          t.throws(() => numberCursor(made[0]), refused)
          t.throws(() => idCursor(made[1]), refused)
          t.throws(() => idCursor(cursorOf(one, ms)), refused)
        },
      ),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean(), (text, isEncoded) => {
        const cursor = isEncoded ? Buffer.from(text).toString('base64url') : text
        for (const read of [idCursor, timeCursor, numberCursor, placeCursor])
          try {
            const found = read(cursor)
            // A random cursor may happen to be accepted. If it contains a time, the time must then be valid.
            t.ok(
              found && Object.values(found).every((part) => !(part instanceof Date) || Number.isFinite(part.getTime())),
            )
          } catch (error) {
            t.match(error, refused)
          }
      }),
    )
  },
)

await t.test('A08 every list answers a forged cursor with a page or an input error', async (t) => {
  const id = newId()
  const forged = [
    ...['0', '-1', '1.5', '99999999999999999999', '-0.00000000000000000001', '999999999999999', '1e400'].map(
      (value) => `${value}|${id}`,
    ),
    id,
    `${id}|`,
    '|',
    "1|' or 1=1",
    '\0',
  ]
  for (const [name, list] of Object.entries(lists)) {
    const scope = (await list.scope?.()) ?? ''
    for (const text of forged)
      try {
        const { items } = await list.page(scope, { limit: 1, cursor: Buffer.from(text).toString('base64url') })
        t.ok(items.length <= 1)
      } catch (error) {
        // The SQLSTATEs mean a number out of range and malformed text. The API reports both as INVALID_INPUT, too.
        t.match((error as { code: string }).code, /^(INVALID_INPUT|22003|22P02)$/, `${name}: ${text}`)
      }
  }
})
