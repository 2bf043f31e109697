import { InputFailure } from '@toile/contracts/failures'
import { assertAtMost, limits } from '../limits.js'
import { eachLine, guardText } from './text.js'

const [V, F, O, G, U, BACKSLASH, SPACE, TAB, RETURN] = [0x76, 0x66, 0x6f, 0x67, 0x75, 0x5c, 0x20, 0x09, 0x0d]

/** Bounds what a loader would build: triangles, parts and material changes. @throws InputFailure */
export function guardObj(bytes: Uint8Array): void {
  const text = guardText(bytes)
  const isSpace = (at: number) => text[at] === SPACE || text[at] === TAB
  let [triangles, parts, materials, vertices, corners] = [0, 0, 0, 0, 0]
  let kind: number | undefined
  let continued = false
  eachLine(text, (from, to) => {
    let at = from
    while (at < to && isSpace(at)) at++
    if (!continued) {
      const next = text[at + 1]
      kind = text[at] === U || next === SPACE || next === TAB ? text[at] : undefined
      if (kind === V) vertices++
      if (kind === O || kind === G) assertAtMost(++parts, limits.primitives * 2, 'mesh parts')
      if (kind === U) assertAtMost(++materials, limits.materialChanges, 'changes of material')
      corners = -1
    }
    if (kind === F) {
      const before = corners
      for (; at < to; at++) if (!isSpace(at) && text[at] !== RETURN && (at === from || isSpace(at - 1))) corners++
      triangles += Math.max(0, corners - 2) - Math.max(0, before - 2)
      assertAtMost(triangles, limits.triangles, 'triangles')
    }
    const last = text[to - 1] === RETURN ? to - 2 : to - 1
    continued = last >= from && text[last] === BACKSLASH
  })
  if (vertices === 0 || triangles === 0) throw new InputFailure('MODEL_EMPTY')
}
