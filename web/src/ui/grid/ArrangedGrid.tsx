import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { ResponsiveGridLayout, useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import type { GridItem } from '@toile/contracts/backstage/grid'
import { grid } from '@toile/contracts/backstage/grid.constants'
import { afterKey, bare, columnsOf, isSame, narrowed, widened } from './places.js'
import './arranged-grid.css'

interface Arranged {
  /** What its place names. */
  i: string
  content: ReactNode
  /** What its handle is called while one arranges. */
  handle: string
}

interface ArrangedGridProps {
  items: readonly Arranged[]
  /** A place for each item, on the widest grid. */
  places: readonly GridItem[]
  /** Only while somebody arranges: gets every arrangement, as it would stand on the widest grid. */
  onArrange?: ((places: GridItem[]) => void) | undefined
  /** How one arranges by keyboard, and where an item went. */
  words: { keys: string; placed: (item: GridItem) => string }
  /** Shown until the width is known. */
  waiting?: ReactNode
  className?: string
}

const breakpoints = Object.keys(grid.columns) as (keyof typeof grid.columns)[]

/** Things on the grid of their container's width, which are moved and resized by pointer and by keyboard. */
export function ArrangedGrid({ items, places, onArrange, words, waiting, className = '' }: ArrangedGridProps) {
  const { width, containerRef, mounted } = useContainerWidth()
  const [said, setSaid] = useState('')
  const columns = columnsOf(width)
  const shown = narrowed(places, columns)

  function onKeyDown(event: KeyboardEvent, i: string) {
    const arranged = afterKey(shown, i, event, columns)
    if (!arranged) return
    event.preventDefault()
    setSaid(words.placed(arranged.find((item) => item.i === i)!))
    onArrange!(widened(arranged, columns, places))
  }
  return (
    <div ref={containerRef} className={`arranged-grid ${className}`} data-arranging={onArrange !== undefined}>
      {!mounted && waiting}
      {mounted && (
        <ResponsiveGridLayout
          width={width}
          layouts={Object.fromEntries(breakpoints.map((name) => [name, narrowed(places, grid.columns[name])]))}
          breakpoints={grid.breakpoints}
          cols={grid.columns}
          rowHeight={grid.rowHeightPx}
          margin={[grid.marginPx, grid.marginPx]}
          containerPadding={[0, 0]}
          dragConfig={{ enabled: onArrange !== undefined, threshold: 3 }}
          resizeConfig={{ enabled: onArrange !== undefined }}
          onLayoutChange={(layout) => {
            const arranged = layout.map(bare)
            if (!isSame(arranged, shown)) onArrange?.(widened(arranged, columns, places))
          }}
        >
          {items.map(({ i, content, handle }) => (
            <div key={i}>
              {onArrange && (
                <button
                  type="button"
                  className="arranged-grid-handle"
                  aria-label={handle}
                  aria-describedby="arranged-grid-keys"
                  onKeyDown={(event) => onKeyDown(event, i)}
                />
              )}
              {content}
            </div>
          ))}
        </ResponsiveGridLayout>
      )}
      {onArrange && (
        <>
          <p id="arranged-grid-keys" className="visually-hidden">
            {words.keys}
          </p>
          <p role="status" className="visually-hidden">
            {said}
          </p>
        </>
      )}
    </div>
  )
}
