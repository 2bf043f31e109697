import type { Document, mat4 } from '@gltf-transform/core'
import type { ModelSource } from '@toile/contracts/models/models'
import type { UpAxis } from '@toile/contracts/models/models.constants'

type Placement = Pick<ModelSource, 'metresPerUnit' | 'upAxis'>

export interface PlacementChange {
  scale: number
  rotation: readonly [Row, Row, Row]
}
type Row = readonly [number, number, number]

const upright: Record<UpAxis, PlacementChange['rotation']> = {
  x: [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  y: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  z: [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
}

export function placementChange(from: Placement, to: Placement): PlacementChange {
  const [back, forth] = [upright[from.upAxis], upright[to.upAxis]]
  const cell = (row: Row, column: number) => back[column]!.reduce((sum, value, i) => sum + value * row[i]!, 0)
  return {
    scale: to.metresPerUnit / from.metresPerUnit,
    rotation: forth.map((row) => [cell(row, 0), cell(row, 1), cell(row, 2)] as const) as unknown as [Row, Row, Row],
  }
}

export function correctDocument(document: Document, { scale, rotation }: PlacementChange): void {
  const column = (i: number) => [...rotation.map((row) => row[i]! * scale), 0]
  const matrix = [...column(0), ...column(1), ...column(2), 0, 0, 0, 1] as mat4
  for (const scene of document.getRoot().listScenes()) {
    const node = document.createNode('Correction').setMatrix(matrix)
    for (const child of scene.listChildren()) node.addChild(child)
    scene.addChild(node)
  }
}
