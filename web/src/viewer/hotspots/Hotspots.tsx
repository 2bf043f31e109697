import { lazy, Suspense, useMemo, useState } from 'react'
import type { Hotspot } from '@toile/contracts/works/works'
import type { Orbit } from '../orbit.js'
import { useScreenPositions } from './use-screen-positions.js'
import './hotspots.css'

const HotspotForm = lazy(() => import('./HotspotForm.js'))

export interface HotspotsProps {
  orbit: Orbit
  drawn: EventTarget
  hotspots: readonly Hotspot[]
  /** Set only for the creator of the work. For the creator, a hotspot without a title is a newly placed point. */
  change?: ((hotspots: Hotspot[]) => Promise<unknown>) | undefined
}

export default function Hotspots({ orbit, drawn, hotspots, change }: HotspotsProps) {
  const [open, setOpen] = useState<number | null>(null)
  const points = useMemo(() => hotspots.map(({ point }) => point), [hotspots])
  const markAt = useScreenPositions(orbit, drawn, points)
  const isFresh = (spot: Hotspot) => change !== undefined && spot.title === ''
  return (
    <ol className="hotspots">
      {hotspots.map((spot, i) => {
        const isOpen = open === i || isFresh(spot)
        return (
          <li key={spot.point.join()} ref={markAt(i)} className="hotspot" data-open={isOpen}>
            <button
              type="button"
              className="hotspot-mark"
              aria-expanded={isOpen}
              aria-label={spot.title || `${i + 1}`}
              onClick={() => setOpen(isOpen ? null : i)}
            >
              {i + 1}
            </button>
            {isOpen && !change && (
              <div className="hotspot-card">
                <h3>
                  <bdi>{spot.title}</bdi>
                </h3>
                {spot.text && <p dir="auto">{spot.text}</p>}
              </div>
            )}
            {isOpen && change && (
              <Suspense>
                <HotspotForm
                  spot={spot}
                  save={(saved) => {
                    setOpen(null)
                    return change(hotspots.map((other, j) => (j === i ? saved : other)))
                  }}
                  remove={() => {
                    setOpen(null)
                    change(hotspots.filter((_, j) => j !== i)).catch(() => undefined)
                  }}
                />
              </Suspense>
            )}
          </li>
        )
      })}
    </ol>
  )
}
