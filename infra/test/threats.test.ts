import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from '@toile/testing/tap'
import { root } from '@toile/runtime/root'

const ID = String.raw`(?:[SORUCKMVABQWNX]\d\d|I\d{1,2})`
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const threats = read('docs/threats.md')
const asvs = read('docs/asvs.md')
const rowsOf = (document: string) =>
  [...document.matchAll(/^\| (.*) \|$/gm)]
    .map(([, row]) => row!.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter(([first]) => first !== '---')
const idsIn = (text: string) => text.match(new RegExp(String.raw`\b${ID}\b`, 'g')) ?? []
const ids = rowsOf(threats)
  .map(([id]) => id!)
  .filter((id) => new RegExp(`^${ID}$`).test(id))

t.test('has a test whose title starts with the id of each threat, or a reason why there is none', async (t) => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const sources = String(files)
    .split('\n')
    .filter((file) => /\.(test|e2e|test-support)\.tsx?$|^packages\/testing\/src\/.*hostile|^infra\/chaos\//.test(file))
  const titles = sources.flatMap((file) => read(file).match(new RegExp(`['"\`](?:${ID}[ ,:;']+)+`, 'g')) ?? [])
  const borne = new Set(titles.flatMap(idsIn))
  t.equal(new Set(ids).size, ids.length, 'each stands there once')
  const explained = rowsOf(threats).filter(([, threat]) => threat?.endsWith(')'))
  const without = ids.filter((id) => !borne.has(id) && !explained.some(([first]) => first === id))
  t.equal(without.join(' '), '')
  t.equal([...borne].filter((id) => !ids.includes(id)).join(' '), '', 'and no title has another')
})

t.test('answers each requirement of ASVS 5.0, levels 1 and 2, with existing threats and files', async (t) => {
  const requirements = new Map(
    rowsOf(asvs)
      .filter(([id]) => /^\d+\.\d+\.\d+$/.test(id!))
      .map((cells) => [cells[0], cells]),
  )
  const levels = [...requirements.values()].map(([, level]) => level)
  t.same([levels.filter((level) => level === '1').length, levels.length], [70, 253], 'as many as the standard has')
  for (const cells of requirements.values()) t.ok(cells.length === 4 && cells.every(Boolean), cells.join(' | '))
  t.equal(
    idsIn(asvs)
      .filter((id) => !ids.includes(id))
      .join(' '),
    '',
  )
  const named = [...asvs.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, file]) => file!)
  t.equal(named.filter((file) => !existsSync(path.join(root, file))).join(' '), '')
})
