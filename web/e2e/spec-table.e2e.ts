import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'playwright/test'
import { pages } from '@toile/contracts/pages.constants'
import { constantRows, messageRows, routeRows, type SpecRow } from './spec-table.js'
import { test } from './test.js'

const read = (place: string) => readFileSync(path.resolve(import.meta.dirname, '../..', place), 'utf8')

/** Rows that nothing fills yet, for whoever runs the tests to see. They fail nothing. */
function printEmpty(section: string, rows: SpecRow[]): void {
  for (const { what } of rows.filter(({ place }) => !place)) console.log(`not built yet (${section}): ${what}`)
}

test('every route of the specification that is built is a page, with its file', () => {
  for (const { what, place } of routeRows) {
    if (place) expect(read(place).length, place).toBeGreaterThan(0)
    expect((pages as readonly string[]).includes(what), `${what}: the table and the pages differ`).toBe(Boolean(place))
  }
  printEmpty('route', routeRows)
})

test('every message of the specification that is built stands where the table says, word by word', () => {
  for (const { what, place } of messageRows) if (place) expect(read(place), what).toContain(what)
  printEmpty('message', messageRows)
})

test('every constant of the specification that is built stands where the table says', () => {
  for (const { what, place, text } of constantRows) if (place) expect(read(place), what).toContain(text)
  printEmpty('constant', constantRows)
})
