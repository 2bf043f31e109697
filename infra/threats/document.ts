import type { Requirement, Row } from './lists.js'
import type { Proof } from './proofs.js'

/** Titles of one file that a cell shows; the rest is counted. */
const SHOWN = 3

/** docs/threats.md, as a whole. */
export function makeDocument(lists: { rows: Row[]; requirements: Requirement[]; proofs: Proof[] }): string {
  const { rows, requirements, proofs } = lists
  const unmet = requirements.filter(isUnmet)
  const foreign = requirements.filter(({ answer }) => answer.startsWith('does not apply'))
  return `${[
    '# Threats and their tests',
    'Written by `npm run threats` out of [rows.txt](../infra/threats/rows.txt), [asvs.txt](../infra/threats/asvs.txt) and the titles of all tests: change those, not this page. ' +
      'What is enforced, and how, is told in [security.md](security.md).',
    `${rows.length} threats, faults and invariants, each with the tests whose titles bear its id. Of the ${requirements.length} requirements of ` +
      `[OWASP ASVS](https://owasp.org/www-project-application-security-verification-standard/) 5.0, levels 1 and 2, ` +
      `${requirements.length - unmet.length - foreign.length} are met, ${foreign.length} do not apply and ${unmet.length} are not met:`,
    table(
      ['requirement', 'level', 'asks', 'why it is not met'],
      unmet.map(({ id, level, asks, answer }) => [id, level, asks, answer.replace(/^not met:? /, '')]),
    ),
    ...groupBy(rows, ({ group }) => group).flatMap(([group, these]) => [
      `## ${group}`,
      table(
        ['id', 'threat', 'tests'],
        these.map((row) => [row.id, row.threat, testsOf(row, proofs)]),
      ),
    ]),
    '## ASVS 5.0, levels 1 and 2',
    'The words are ours; what each requires in full stands in the standard. Ids of rows stand for their tests above.',
    ...groupBy(requirements, ({ group }) => group).flatMap(([group, these]) => [
      `### ${group}`,
      table(['requirement', 'level', 'asks', 'held by'], these.map(cellsOf)),
    ]),
  ].join('\n\n')}\n`
}

const isUnmet = ({ answer }: Requirement): boolean => answer.startsWith('not met')

const cellsOf = ({ id, level, asks, answer }: Requirement): string[] => [id, level, asks, answer]

/** The tests of a row by file, and why it has none where it says so. */
function testsOf({ id, why }: Row, proofs: Proof[]): string {
  const files = groupBy(
    proofs.filter(({ ids }) => ids.includes(id)),
    ({ file }) => file,
  )
  const told = files.map(([file, these]) => {
    const titles = these.slice(0, SHOWN).map(({ title }) => title.replace(/^([A-Z]\d+ )+/, ''))
    const more = these.length > SHOWN ? [`and ${these.length - SHOWN} more`] : []
    return `[${file.split('/').at(-1)}](../${file}): ${[...titles, ...more].join('; ')}`
  })
  return [...(why ? [why] : []), ...told].join('<br>')
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function groupBy<T>(things: T[], keyOf: (thing: T) => string): [string, T[]][] {
  return [...new Set(things.map(keyOf))].map((key) => [key, things.filter((thing) => keyOf(thing) === key)])
}
