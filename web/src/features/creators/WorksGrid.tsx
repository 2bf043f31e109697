import { useTranslation } from 'react-i18next'
import type { GridItem } from '@toile/contracts/layouts/grid'
import { grid } from '@toile/contracts/layouts/grid.constants'
import type { WorkCard } from '@toile/contracts/works/works'
import { ArrangedGrid } from '../../ui/grid/ArrangedGrid.js'
import { withDefaults } from '../../ui/grid/layout.js'
import { TileSkeletons, WorkTile } from '../works/WorkTile.js'
import './works-grid.css'

interface WorksGridProps {
  works: readonly WorkCard[]
  layout: readonly GridItem[]
  onArrange?: ((layout: GridItem[]) => void) | undefined
}

export default function WorksGrid({ works, layout, onArrange }: WorksGridProps) {
  const { t } = useTranslation()
  return (
    <ArrangedGrid
      className="works-grid"
      items={works.map((work) => ({
        i: work.id,
        handle: t('people.place', { title: work.title }),
        content: (
          <ul>
            <WorkTile work={work} />
          </ul>
        ),
      }))}
      layout={withDefaults(layout, inRows(works, layout))}
      onArrange={onArrange}
      words={{
        keys: t('people.keys'),
        placed: ({ x, y, w, h }) => t('people.placed', { row: y + 1, column: x + 1, w, h }),
      }}
      waiting={<TileSkeletons count={4} />}
    />
  )
}

/** Default size of a tile in grid cells: four tiles per row, each as tall as a cover with two lines of text. */
const tile = { w: 3, h: 3 }
const perRow = grid.columns.lg / tile.w

/** Lays out works in rows. Works in `stored` take no place in the rows, because they keep their own positions. */
function inRows(works: readonly WorkCard[], stored: readonly GridItem[]): GridItem[] {
  const placed = new Set(stored.map(({ i }) => i))
  let unplaced = 0
  return works.map(({ id: i }) => {
    const at = placed.has(i) ? 0 : unplaced++
    return { i, x: (at % perRow) * tile.w, y: Math.floor(at / perRow) * tile.h, ...tile }
  })
}
