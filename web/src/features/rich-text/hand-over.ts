import type { Editor } from '@tiptap/react'

type Point = readonly [path: readonly number[], offset: number]

export interface HandOver {
  typed: string | undefined
  selection: readonly [Point, Point] | undefined
  marks: readonly string[]
}

const pathTo = (root: Node, node: Node): number[] =>
  node === root ? [] : [...pathTo(root, node.parentNode!), [...node.parentNode!.childNodes].indexOf(node as ChildNode)]

export function handOverFrom(area: HTMLElement, isTyped: boolean): HandOver {
  return {
    typed: isTyped ? area.innerHTML : undefined,
    selection: selectionIn(area),
    marks: ['bold', 'italic'].filter((name) => document.queryCommandState(name)),
  }
}

function selectionIn(area: HTMLElement): HandOver['selection'] {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection()!
  if (document.activeElement !== area || !area.contains(anchorNode) || !area.contains(focusNode)) return undefined
  return [
    [pathTo(area, anchorNode!), anchorOffset],
    [pathTo(area, focusNode!), focusOffset],
  ]
}

export function takeOver(editor: Editor, { typed, selection, marks }: HandOver): void {
  if (typed !== undefined) editor.commands.setContent(typed)
  if (!selection) return
  const { view } = editor
  const [from, to] = selection.map(([path, offset]) => {
    const node = path.reduce<Node | undefined>((parent, i) => parent?.childNodes[i], view.dom)
    return node ? view.posAtDOM(node, offset) : view.state.doc.content.size
  }) as [number, number]
  editor.commands.setTextSelection({ from: Math.min(from, to), to: Math.max(from, to) })
  view.focus()
  for (const mark of marks) if (editor.schema.marks[mark]) editor.commands.setMark(mark)
}
