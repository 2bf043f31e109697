import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseSync, type CallExpression, type Node } from 'oxc-parser'

/** A title that bears rows: of a test, of a step of one, of a case that a loop makes a test of, or of a check of `npm run chaos`. */
export interface Proof {
  ids: string[]
  title: string
  /** From the root of the repository, with forward slashes. */
  file: string
}

const GROUPS = ['packages', 'services', 'workers', 'infra', 'web']
const TEST_FILE = /\.(test|e2e|test-support)\.tsx?$|^packages\/testing\/src\/hostile\/|^infra\/chaos\/checks\//
const ID = String.raw`(?:[SORUCKMVABQWNX]\d\d|I\d{1,2})`
const BEGINS_WITH_ID = new RegExp(String.raw`^${ID}(?=[ ,:;]|$)`)
const IDS = new RegExp(String.raw`\b${ID}\b`, 'g')

/** All titles of the repository at `root` that begin with the id of a row, by file and then as they stand there. */
export function findProofs(root: string): Proof[] {
  return testFiles(root).flatMap((file) => proofsIn(file, readFileSync(path.join(root, file), 'utf8')))
}

/** The ids of rows in a text, each once, in its order. */
export const idsIn = (text: string): string[] => [...new Set(text.match(IDS) ?? [])]

/** The titles of one file. What a template fills in is shown as `…`. */
export function proofsIn(file: string, source: string): Proof[] {
  const proofs: Proof[] = []
  const look = (node: Node, parent: Node): void => {
    const text = textOf(node)
    if (text !== undefined && BEGINS_WITH_ID.test(text) && isTitle(node, parent)) {
      const said = isVerdict(parent) ? textOf(parent.arguments[1]!) : undefined
      proofs.push({ ids: idsIn(text), title: said ? `${text} ${said}` : text, file })
    }
    for (const child of childrenOf(node)) look(child, node)
  }
  const { program } = parseSync(file, source)
  look(program, program)
  return proofs
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
}

function testFiles(root: string): string[] {
  return GROUPS.flatMap((group) =>
    (readdirSync(path.join(root, group), { recursive: true }) as string[]).map((name) =>
      [group, ...name.split(path.sep)].join('/'),
    ),
  )
    .filter((file) => TEST_FILE.test(file) && !/\/(dist|node_modules)\//.test(file))
    .sort()
}

/** A literal's words; undefined for every other node. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…')
  return undefined
}

/** First in a call, an element of a list, or a `name`. What an assertion says comes later in its call, and is no title. */
function isTitle(node: Node, parent: Node): boolean {
  if (parent.type === 'CallExpression') return parent.arguments[0] === node
  if (parent.type === 'Property') return parent.key.type === 'Identifier' && parent.key.name === 'name'
  return parent.type === 'ArrayExpression'
}

/** `emptyVerdict('I1', 'what the check says', ...)` of infra/chaos. */
function isVerdict(node: Node): node is CallExpression {
  return node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'emptyVerdict'
}
