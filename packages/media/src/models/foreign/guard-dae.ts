import { assertAtMost, limits } from '../limits.js'
import { damaged } from '../package.js'
import { guardText } from './text.js'

const MAX_DEPTH = 128
const MAX_ELEMENTS = 500_000

/** `children` holds node indices, `shows` the ids that <instance_node> names, `meshes` the count of other instances. */
interface SceneNode {
  children: number[]
  shows: string[]
  meshes: number
  isRoot: boolean
}

/**
 * Refuses document types, because their entities can expand to gigabytes. Also refuses deep nesting, and over 20,000
 * nodes after references are expanded: ten levels of ten references each make ten billion nodes. @throws InputFailure
 */
export function guardDae(bytes: Uint8Array): void {
  const text = guardText(bytes)
  const nodes: SceneNode[] = []
  const byId = new Map<string, number>()
  const open: (number | null)[] = []
  let elements = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const next = text[at + 1]
    if (next === 0x21) {
      at = pastMarkup(text, at)
      continue
    }
    const end = tagEnd(text, at)
    if (next === 0x2f) open.pop()
    else if (next !== 0x3f) {
      assertAtMost(++elements, MAX_ELEMENTS, 'XML elements')
      const tag = text.toString('latin1', at + 1, Math.min(end, at + 2_000))
      const name = /^[^\s/>]+/.exec(tag)?.[0] ?? ''
      const parent = open.findLast((node) => node !== null) ?? null
      let opened: number | null = null
      if (name === 'node') {
        opened = nodes.push({ children: [], shows: [], meshes: 0, isRoot: parent === null }) - 1
        assertAtMost(nodes.length, limits.lists.nodes, 'nodes')
        const id = /\bid\s*=\s*["']([^"']*)["']/.exec(tag)?.[1]
        if (id !== undefined) byId.set(id, opened)
        if (parent !== null) nodes[parent]!.children.push(opened)
      } else if (name === 'instance_node' && parent !== null)
        nodes[parent]!.shows.push(/\burl\s*=\s*["']#([^"']*)["']/.exec(tag)?.[1] ?? '')
      else if (name.startsWith('instance_') && parent !== null) nodes[parent]!.meshes++
      if (text[end - 1] !== 0x2f) {
        open.push(opened)
        assertAtMost(open.length, MAX_DEPTH, 'XML elements inside each other')
      }
    }
    at = end + 1
  }
  guardReferences(nodes, byId)
}

function pastMarkup(text: Buffer, at: number): number {
  const [opens, closes] = text.subarray(at, at + 4).equals(Buffer.from('<!--')) ? ['<!--', '-->'] : ['<![CDATA[', ']]>']
  if (!text.subarray(at, at + opens.length).equals(Buffer.from(opens))) throw damaged('it defines an XML document type')
  const end = text.indexOf(closes, at + opens.length)
  if (end < 0) throw damaged('the end is missing')
  return end + closes.length
}

/** Returns the offset of the > that ends a tag. A > in a quoted value does not count. */
function tagEnd(text: Buffer, at: number): number {
  let quote = 0
  for (let end = at + 1; end < text.length; end++) {
    const byte = text[end]!
    if (quote !== 0) {
      if (byte === quote) quote = 0
    } else if (byte === 0x22 || byte === 0x27) quote = byte
    else if (byte === 0x3e) return end
  }
  throw damaged('the end is missing')
}

/** Refuses cycles of nodes, and too many nodes after expansion. Counts from the bottom up, without recursion. */
function guardReferences(nodes: SceneNode[], byId: Map<string, number>) {
  const sizes: (number | undefined)[] = nodes.map(() => undefined)
  const isOpen = new Uint8Array(nodes.length)
  let shown = 0
  for (let root = 0; root < nodes.length; root++) {
    const path = [root]
    while (path.length > 0) {
      const index = path.at(-1)!
      const { children, shows, meshes } = nodes[index]!
      const below = [...children, ...shows.flatMap((id) => byId.get(id) ?? [])]
      const unknown = below.find((child) => sizes[child] === undefined)
      if (sizes[index] !== undefined || unknown === undefined) {
        sizes[index] ??= 1 + meshes + below.reduce((sum, child) => sum + sizes[child]!, 0)
        assertAtMost(sizes[index], limits.lists.nodes, 'nodes')
        isOpen[index] = 0
        path.pop()
      } else {
        isOpen[index] = 1
        if (isOpen[unknown]) throw damaged('its nodes form a circle')
        path.push(unknown)
        assertAtMost(path.length, limits.nodeDepth, 'nodes inside each other')
      }
    }
    if (nodes[root]!.isRoot) shown += sizes[root]!
    assertAtMost(shown, limits.lists.nodes, 'nodes')
  }
}
