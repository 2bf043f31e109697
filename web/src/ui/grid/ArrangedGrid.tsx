import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { ResponsiveGridLayout, useContainerWidth, type Layout } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import type { GridItem } from '@toile/contracts/layouts/grid'
import { grid } from '@toile/contracts/layouts/grid.constants'
import { afterKey, plainItem, columnsOf, isSameLayout, toColumns, fromColumns } from './layout.js'
import './arranged-grid.css'

interface Arranged {
  i: string
  content: ReactNode
  handle: string
}

interface ArrangedGridProps {
  items: readonly Arranged[]
  /** Stored positions, in the widest grid's columns. */
  layout: readonly GridItem[]
  /** Set only while arranging. Receives each changed layout, in the widest grid's columns. */
  onArrange?: ((layout: GridItem[]) => void) | undefined
  words: { keys: string; placed: (item: GridItem) => string }
  waiting?: ReactNode
  className?: string
}

const breakpoints = Object.keys(grid.columns) as (keyof typeof grid.columns)[]

export function ArrangedGrid({ items, layout, onArrange, words, waiting, className = '' }: ArrangedGridProps) {
  const { width, containerRef, mounted } = useContainerWidth()
  const [announcement, setAnnouncement] = useState('')
  const columns = columnsOf(width)
  const shown = toColumns(layout, columns)

  function onKeyDown(event: KeyboardEvent, i: string) {
    const arranged = afterKey(shown, i, event, columns)
    if (!arranged) return
    event.preventDefault()
    setAnnouncement(words.placed(arranged.find((item) => item.i === i)!))
    onArrange!(fromColumns(arranged, columns, layout))
  }
  // Not `onLayoutChange`: it also reports layouts that it was given, and so late that it undid a quick second key.
  function moved(changed: Layout) {
    const arranged = changed.map(plainItem)
    if (!isSameLayout(arranged, shown)) onArrange?.(fromColumns(arranged, columns, layout))
  }
  return (
    <div ref={containerRef} className={`arranged-grid ${className}`} data-arranging={onArrange !== undefined}>
      {!mounted && waiting}
      {mounted && (
        <ResponsiveGridLayout
          width={width}
          layouts={Object.fromEntries(breakpoints.map((name) => [name, toColumns(layout, grid.columns[name])]))}
          breakpoints={grid.breakpoints}
          cols={grid.columns}
          rowHeight={grid.rowHeightPx}
          margin={[grid.marginPx, grid.marginPx]}
          containerPadding={[0, 0]}
          dragConfig={{ enabled: onArrange !== undefined, threshold: 3 }}
          resizeConfig={{ enabled: onArrange !== undefined }}
          onDragStop={moved}
          onResizeStop={moved}
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
            {announcement}
          </p>
        </>
      )}
    </div>
  )
}
