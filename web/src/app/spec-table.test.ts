import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from '@toile/testing/tap'
import { pages } from '@toile/contracts/pages.constants'
import { constantRows, messageRows, routeRows, type SpecRow } from './spec-table.test-support.js'

const read = (place: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', place), 'utf8')

t.test('every route of the specification that is built is a page, with its file', async (t) => {
  for (const { what, file: place } of routeRows) {
    if (place) t.ok(read(place).length > 0, place)
    t.equal((pages as readonly string[]).includes(what), Boolean(place), `${what}: the table and the pages agree`)
  }
  commentEmpty(t, routeRows)
})

t.test('every message of the specification that is built stands where the table says, word by word', async (t) => {
  for (const { what, file: place } of messageRows) if (place) t.ok(read(place).includes(what), what)
  commentEmpty(t, messageRows)
})

t.test('every constant of the specification that is built stands where the table says', async (t) => {
  for (const { what, file: place, text } of constantRows) if (place) t.ok(read(place).includes(text!), what)
  commentEmpty(t, constantRows)
})

/** Rows that nothing fills yet, for whoever runs the tests to see. They fail nothing. */
function commentEmpty(t: { comment(text: string): void }, rows: SpecRow[]): void {
  for (const { what, file: place } of rows) if (!place) t.comment(`not built yet: ${what}`)
}
