import { useTranslation } from 'react-i18next'
import type { GridItem } from '@toile/contracts/grid'
import type { WorkCard } from '@toile/contracts/works'
import { ArrangedGrid } from '../../ui/grid/ArrangedGrid.js'
import { TileSkeletons, WorkTile } from '../works/WorkTile.js'
import { placesOf } from './grid-places.js'
import './works-grid.css'

interface WorksGridProps {
  works: readonly WorkCard[]
  layout: readonly GridItem[]
  /** Only while the owner arranges: gets every arrangement, as it stands on the widest grid. */
  onArrange?: ((layout: GridItem[]) => void) | undefined
}

/** The works of a person as they arranged them, on the grid of the window's width. */
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
      places={placesOf(
        works.map(({ id }) => id),
        layout,
      )}
      onArrange={onArrange}
      words={{
        keys: t('people.keys'),
        placed: ({ x, y, w, h }) => t('people.placed', { row: y + 1, column: x + 1, w, h }),
      }}
      waiting={<TileSkeletons count={4} />}
    />
  )
}
