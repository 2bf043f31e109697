import { atMost, limits } from '../../limits.js'
import { triangulate } from './triangulate.js'

const faces = /<(polygons|polylist|tristrips|trifans)\b([^>]*)>([\s\S]*?)<\/\1\s*>/g
const numbersIn = (text: string) => text.trim().split(/\s+/).filter(Boolean).map(Number)
const contentsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}\\s*>`, 'g'))].map(([, content]) => content!)
const attributeOf = (tag: string, name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1]

/**
 * A .dae whose faces are all triangles: polygons of any outline, also with holes, strips and fans (COLLADA 1.4.1, chapter
 * 5). three's reader takes one <p> of <polygons>, no strip, and fans of what is concave.
 */
export function wholeDae(given: string): string {
  const text = withDecimalPoints(given)
  const places = createPlaces(text)
  let triangles = 0
  return text.replace(faces, (_whole, kind: string, attributes: string, inside: string) => {
    const inputs = inside.match(/<input\b[^>]*\/?>/g) ?? []
    const offsetOf = (input: string) => Number(attributeOf(input, 'offset') ?? 0)
    const stride = Math.max(0, ...inputs.map(offsetOf)) + 1
    const vertex = inputs.find((input) => attributeOf(input, 'semantic') === 'VERTEX')
    const pointAt = vertex ? places.of(attributeOf(vertex, 'source') ?? '') : () => [0, 0, 0]
    const corners = (numbers: number[]) =>
      Array.from({ length: Math.floor(numbers.length / stride) }, (_, i) => numbers.slice(i * stride, (i + 1) * stride))
    const pointsOf = (polygon: number[][]) =>
      polygon.flatMap((corner) => pointAt(corner[vertex ? offsetOf(vertex) : 0] ?? 0))
    const cut: number[][][] = []
    for (const { outline, holes } of polygonsOf(kind, inside, corners)) {
      const all = [outline, ...holes].flat()
      const starts = holes.map((_, i) => [outline, ...holes.slice(0, i)].flat().length)
      const found = triangulate(pointsOf(all), starts) ?? fanOf(outline.length)
      for (let at = 0; at < found.length; at += 3) cut.push([0, 1, 2].map((step) => all[found[at + step]!]!))
    }
    triangles += cut.length
    atMost(triangles, limits.triangles, 'triangles')
    const others = attributes.replace(/\bcount\s*=\s*["'][^"']*["']/, '').trim()
    return `<triangles count="${cut.length}" ${others}>${inputs.join('')}<p>${cut.flat(2).join(' ')}</p></triangles>`
  })
}

/** Exporters write numbers as their country does; a list of whole numbers with commas between them is no COLLADA. */
function withDecimalPoints(text: string): string {
  return /<float_array\b[^>]*>\s*-?\d+,\d/.test(text) ? text.replace(/(\d),(?=\d)/g, '$1.') : text
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
  const withHoles = inside.match(/<ph\b[\s\S]*?<\/ph\s*>/g) ?? []
  for (const one of withHoles) {
    const [outline, ...holes] = [...contentsOf(one, 'p'), ...contentsOf(one, 'h')].map((p) => corners(numbersIn(p)))
    if (outline) yield { outline, holes }
  }
  for (const p of contentsOf(inside.replace(/<ph\b[\s\S]*?<\/ph\s*>/g, ''), 'p')) {
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

/** Points by the id of the vertices that name them. */
function createPlaces(text: string) {
  const known = new Map<string, (index: number) => number[]>()
  const elementOf = (name: string, id: string) =>
    new RegExp(`<${name}\\b[^>]*\\bid\\s*=\\s*["']${escaped(id)}["'][^>]*>[\\s\\S]*?</${name}\\s*>`).exec(text)?.[0] ??
    ''
  const read = (id: string) => {
    const inputs = elementOf('vertices', id).match(/<input\b[^>]*\/?>/g) ?? []
    const position = inputs.find((input) => attributeOf(input, 'semantic') === 'POSITION')
    const source = elementOf('source', (position && attributeOf(position, 'source')?.slice(1)) || ' ')
    const numbers = numbersIn(contentsOf(source, 'float_array')[0] ?? '')
    const stride = Number(attributeOf(/<accessor\b[^>]*>/.exec(source)?.[0] ?? '', 'stride') ?? 3)
    return (index: number) => [0, 1, 2].map((axis) => numbers[index * stride + axis] ?? 0)
  }
  return {
    of(reference: string) {
      const id = reference.slice(1)
      const place = known.get(id) ?? read(id)
      known.set(id, place)
      return place
    },
  }
}

const escaped = (id: string) => id.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
