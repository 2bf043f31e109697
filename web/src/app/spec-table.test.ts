import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from '@toile/testing/tap'
import { pages } from '@toile/contracts/pages.constants'
import { constantRows, messageRows, routeRows, type SpecRow } from './spec-table.test-support.js'

const read = (place: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', place), 'utf8')

t.test('every built route of the specification is a page with its file', async (t) => {
  for (const { what, file: place } of routeRows) {
    if (place) t.ok(read(place).length > 0, place)
    t.equal((pages as readonly string[]).includes(what), Boolean(place), `${what}: the table and the pages agree`)
  }
  commentEmpty(t, routeRows)
})

t.test('every built message of the specification is in its file, word for word', async (t) => {
  for (const { what, file: place } of messageRows) if (place) t.ok(read(place).includes(what), what)
  commentEmpty(t, messageRows)
})

t.test('every built constant of the specification is in its file', async (t) => {
  for (const { what, file: place, text } of constantRows) if (place) t.ok(read(place).includes(text!), what)
  commentEmpty(t, constantRows)
})

function commentEmpty(t: { comment(text: string): void }, rows: SpecRow[]): void {
  for (const { what, file: place } of rows) if (!place) t.comment(`not built yet: ${what}`)
}
