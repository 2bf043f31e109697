import { useEffect, useRef } from 'react'
import type { Orbit } from '../orbit.js'

/** Occlusion is tested once the camera has rested this long, because the test visits every triangle. */
const REST_MS = 120

/** Writes positions straight to the elements: a React render per frame would cost more than drawing the frame. */
export function useScreenPositions(
  orbit: Orbit,
  drawn: EventTarget,
  points: readonly (readonly [number, number, number])[],
) {
  const marks = useRef(new Map<number, HTMLElement>())
  useEffect(() => {
    let timer = 0
    const updatePositions = () => {
      for (const [i, mark] of marks.current) {
        const point = points[i]
        if (!point) continue
        const { x, y, inside } = orbit.locate(point)
        mark.style.left = `${x * 100}%`
        mark.style.top = `${y * 100}%`
        mark.hidden = !inside
      }
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        for (const [i, mark] of marks.current) mark.dataset['covered'] = String(!!points[i] && orbit.covers(points[i]))
      }, REST_MS)
    }
    updatePositions()
    drawn.addEventListener('drawn', updatePositions)
    return () => {
      clearTimeout(timer)
      drawn.removeEventListener('drawn', updatePositions)
    }
  }, [orbit, drawn, points])
  return (i: number) => (mark: HTMLElement | null) => {
    if (mark) marks.current.set(i, mark)
    else marks.current.delete(i)
  }
}
