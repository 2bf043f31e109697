import { assertAtMost, limits } from '../limits.js'
import { triangulate } from './triangulate.js'

const kinds = ['polygons', 'polylist', 'tristrips', 'trifans']
const numbersIn = (text: string) => text.trim().split(/\s+/).filter(Boolean).map(Number)
const contentsOf = (xml: string, name: string) => [...elementsIn(xml, name)].map(({ inside }) => inside)
const attributeOf = (tag: string, name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1]

/** Rewrites faces as <triangles>. three's loader reads one <p> per <polygons>, and no strips, fans or concave faces. */
export function normaliseDae(given: string): string {
  const text = withAsset(withDecimalPoints(given))
  const positions = createPositions(text)
  const elements = kinds.flatMap((kind) => [...elementsIn(text, kind)]).toSorted((a, b) => a.from - b.from)
  const written: string[] = []
  let from = 0
  let triangles = 0
  for (const element of elements) {
    // Nested elements are invalid and disappear with the outer element.
    if (element.from < from) continue
    const cut = trianglesOf(element, positions)
    triangles += cut.length
    assertAtMost(triangles, limits.triangles, 'triangles')
    const attributes = element.attributes.replace(/\bcount\s*=\s*["'][^"']*["']/, '').trim()
    const inputs = inputsIn(element.inside).join('')
    written.push(text.slice(from, element.from))
    written.push(`<triangles count="${cut.length}" ${attributes}>${inputs}<p>${cut.flat(2).join(' ')}</p></triangles>`)
    from = element.to
  }
  return [...written, text.slice(from)].join('')
}

interface Element {
  name: string
  attributes: string
  inside: string
  from: number
  to: number
}

/** Yields the outermost elements with content. An unclosed element ends the search, so each byte is read only once. */
function* elementsIn(text: string, name: string): Generator<Element> {
  const opening = `<${name}`
  for (let from = text.indexOf(opening); from >= 0;) {
    const tagEnd = text.indexOf('>', from)
    const isWhole = endsName(text[from + opening.length])
    if (tagEnd < 0) return
    let to = tagEnd + 1
    if (isWhole && text[tagEnd - 1] !== '/') {
      let closing = text.indexOf(`</${name}`, to)
      while (closing >= 0 && !endsName(text[closing + opening.length + 1]))
        closing = text.indexOf(`</${name}`, closing + 1)
      if (closing < 0) return
      const inside = text.slice(to, closing)
      to = text.indexOf('>', closing) + 1
      if (to === 0) return
      yield { name, attributes: text.slice(from + opening.length, tagEnd), inside, from, to }
    }
    from = text.indexOf(opening, to)
  }
}

const endsName = (letter: string | undefined) => letter !== undefined && /[\s/>]/.test(letter)
/** Returns each <input> as a self-closing tag. Some files write <input></input>, whose end tag is not copied. */
const inputsIn = (inside: string) =>
  (inside.match(/<input\b[^>]*>/g) ?? []).map((input) => input.replace(/\/?>$/, '/>'))

function trianglesOf({ name, inside }: Element, positions: (id: string) => Position): number[][][] {
  const inputs = inputsIn(inside)
  const offsetOf = (input: string) => Number(attributeOf(input, 'offset') ?? 0)
  const stride = Math.max(0, ...inputs.map(offsetOf)) + 1
  const vertex = inputs.find((input) => attributeOf(input, 'semantic') === 'VERTEX')
  const position = positions(vertex ? referenceOf(vertex) : '')
  const corners = (numbers: number[]) =>
    Array.from({ length: Math.floor(numbers.length / stride) }, (_, i) => numbers.slice(i * stride, (i + 1) * stride))
  const triangles: number[][][] = []
  for (const { outline, holes } of polygonsOf(name, inside, corners)) {
    const all = [...outline]
    const starts: number[] = []
    for (const hole of holes) {
      starts.push(all.length)
      all.push(...hole)
    }
    const points = all.flatMap((corner) => position(corner[vertex ? offsetOf(vertex) : 0] ?? 0))
    const cut = triangulate(points, starts) ?? fanOf(outline.length)
    for (let at = 0; at < cut.length; at += 3) triangles.push([0, 1, 2].map((step) => all[cut[at + step]!]!))
  }
  return triangles
}

/** Appends an empty <asset> (metres, y up). three's loader needs one and uses the first, so a file's own counts. */
function withAsset(text: string): string {
  const end = text.lastIndexOf('</COLLADA')
  return end < 0 ? text : `${text.slice(0, end)}<asset></asset>${text.slice(end)}`
}

/** Some exporters write decimal commas. COLLADA has no other commas in its numbers, but names of files may have some. */
function withDecimalPoints(text: string): string {
  if (!/<float_array\b[^>]*>\s*-?\d+,\d/.test(text)) return text
  return text.replace(/(>|meter=")[-+\d\s.,eE]+/g, (numbers) => numbers.replace(/(\d),(?=\d)/g, '$1.'))
}

interface Polygon {
  outline: number[][]
  holes: number[][][]
}

function* polygonsOf(kind: string, inside: string, corners: (numbers: number[]) => number[][]): Generator<Polygon> {
  if (kind === 'polylist') {
    const all = corners(numbersIn(contentsOf(inside, 'p')[0] ?? ''))
    let from = 0
    for (const count of numbersIn(contentsOf(inside, 'vcount')[0] ?? '')) {
      yield { outline: all.slice(from, from + count), holes: [] }
      from += count
    }
    return
  }
  const withHoles = [...elementsIn(inside, 'ph')]
  for (const one of withHoles) {
    const [outline, ...holes] = [...contentsOf(one.inside, 'p'), ...contentsOf(one.inside, 'h')].map((p) =>
      corners(numbersIn(p)),
    )
    if (outline) yield { outline, holes }
  }
  const plain = withHoles.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), inside)
  for (const p of contentsOf(plain, 'p')) {
    const all = corners(numbersIn(p))
    if (kind === 'polygons') yield { outline: all, holes: [] }
    else
      for (let i = 0; i + 2 < all.length; i++) {
        const [first, second] = kind === 'trifans' ? [0, i + 1] : i % 2 === 0 ? [i, i + 1] : [i + 1, i]
        yield { outline: [all[first]!, all[second]!, all[i + 2]!], holes: [] }
      }
  }
}

function fanOf(count: number): number[] {
  return Array.from({ length: Math.max(0, count - 2) }, (_, i) => [0, i + 1, i + 2]).flat()
}

type Position = (index: number) => number[]

const referenceOf = (input: string) => attributeOf(input, 'source')?.slice(1) ?? ''

function createPositions(text: string): (id: string) => Position {
  const byId = (name: string) =>
    new Map([...elementsIn(text, name)].map(({ attributes, inside }) => [attributeOf(attributes, 'id') ?? '', inside]))
  const vertices = byId('vertices')
  const sources = byId('source')
  const known = new Map<string, Position>()
  const read = (id: string): Position => {
    const input = inputsIn(vertices.get(id) ?? '').find((each) => attributeOf(each, 'semantic') === 'POSITION')
    const source = sources.get(input ? referenceOf(input) : '') ?? ''
    const numbers = numbersIn(contentsOf(source, 'float_array')[0] ?? '')
    const stride = Number(attributeOf(/<accessor\b[^>]*>/.exec(source)?.[0] ?? '', 'stride') ?? 3)
    return (index) => [0, 1, 2].map((axis) => numbers[index * stride + axis] ?? 0)
  }
  return (id) => {
    const position = known.get(id) ?? read(id)
    known.set(id, position)
    return position
  }
}
