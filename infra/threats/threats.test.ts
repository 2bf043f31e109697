import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from '@toile/testing/tap'
import { root } from '../start/processes.js'
import { makeDocument } from './document.js'
import { findGaps } from './gaps.js'
import { readRequirements, readRows } from './lists.js'
import { findProofs, proofsIn } from './proofs.js'

const lists = { rows: readRows(root), requirements: readRequirements(root), proofs: findProofs(root) }
const gaps = findGaps(root, lists)

t.test('every threat has a test or a reason, every requirement an answer', async (t) => {
  t.equal(gaps.withoutTest.join(' '), '', 'no test bears these, and no line of rows.txt says why')
  t.equal(gaps.withoutAnswer.join(' '), '', 'asvs.txt has nothing for these')
  const ids = [...lists.rows, ...lists.requirements].map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length, 'each stands there once')
  const levels = lists.requirements.map(({ level }) => level)
  t.same([levels.filter((level) => level === '1').length, levels.length], [70, 253], 'as many as ASVS 5.0.0 has')
})

t.test('no title and no answer names what there is not', async (t) => {
  t.equal(gaps.unknown.join(', '), '', 'rows')
  t.equal(gaps.withoutFile.join(', '), '', 'files')
})

t.test('docs/threats.md is what `npm run threats` writes', async (t) => {
  const written = readFileSync(path.join(root, 'docs/threats.md'), 'utf8')
  t.ok(written === makeDocument(lists), 'run `npm run threats`')
})

t.test('titles are those of tests, of cases in a list and of checks; what an assertion says is none', async (t) => {
  const source = `
    test('S01 S02 plain', () => t.equal(1, 1, 'S03 said'))
    await t.test(\`S04 \${name} filled in; S05 too\`, async () => { const other = 'S06 no title' })
    const cases = [{ name: 'S07 of a case' }, 'S08 of a list', { title: 'S09 none' }]
    emptyVerdict('I1', 'of a check', 3)
    test('about S10', () => {})`
  t.equal(
    proofsIn('a.test.ts', source)
      .map(({ ids, title }) => `${ids}: ${title}`)
      .join(' | '),
    'S01,S02: S01 S02 plain | S04,S05: S04 … filled in; S05 too | S07: S07 of a case | S08: S08 of a list | I1: I1 of a check',
  )
})
