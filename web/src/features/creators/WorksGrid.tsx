import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ResponsiveGridLayout, useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { useTranslation } from 'react-i18next'
import type { GridItem } from '@toile/contracts/creators'
import { grid } from '@toile/contracts/creators.constants'
import type { WorkCard } from '@toile/contracts/works'
import { TileSkeletons, WorkTile } from '../works/WorkTile.js'
import { placeAfterKey, placesOf } from './grid-places.js'
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
  const { width, containerRef, mounted } = useContainerWidth()
  const [said, setSaid] = useState('')
  const places = placesOf(
    works.map(({ id }) => id),
    layout,
  )
  const arranging = onArrange !== undefined
  // The library says what became of a key as it says what became of a drag; this tells whose news it is.
  const moved = useRef<string>(undefined)
  useEffect(() => {
    const item = moved.current && places.find(({ i }) => i === moved.current)
    if (item) setSaid(t('people.placed', { row: item.y + 1, column: item.x + 1, w: item.w, h: item.h }))
  }, [layout])

  function onKeyDown(event: KeyboardEvent, item: GridItem) {
    const to = placeAfterKey(item, event.key, event.shiftKey)
    if (!to) return
    event.preventDefault()
    moved.current = item.i
    // The moved one first: where two want the same place, the library gives it to the first.
    onArrange!([to, ...places.filter(({ i }) => i !== item.i)])
  }
  return (
    <div ref={containerRef} className="works-grid" data-arranging={arranging}>
      {!mounted && <TileSkeletons count={4} />}
      {mounted && (
        <ResponsiveGridLayout
          width={width}
          layouts={{ lg: places }}
          breakpoints={grid.breakpoints}
          cols={grid.columns}
          rowHeight={grid.rowHeightPx}
          margin={[grid.marginPx, grid.marginPx]}
          containerPadding={[0, 0]}
          dragConfig={{ enabled: arranging, threshold: 3 }}
          resizeConfig={{ enabled: arranging }}
          onLayoutChange={(_shown, { lg }) => lg && onArrange?.(lg.map(({ i, x, y, w, h }) => ({ i, x, y, w, h })))}
        >
          {works.map((work, at) => (
            <div key={work.id}>
              {arranging && (
                <button
                  type="button"
                  className="works-grid-handle"
                  aria-label={t('people.place', { title: work.title })}
                  aria-describedby="works-grid-keys"
                  onKeyDown={(event) => onKeyDown(event, places[at]!)}
                />
              )}
              <ul>
                <WorkTile work={work} />
              </ul>
            </div>
          ))}
        </ResponsiveGridLayout>
      )}
      {arranging && (
        <>
          <p id="works-grid-keys" className="visually-hidden">
            {t('people.keys')}
          </p>
          <p role="status" className="visually-hidden">
            {said}
          </p>
        </>
      )}
    </div>
  )
}
