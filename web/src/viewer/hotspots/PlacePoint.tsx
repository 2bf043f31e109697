import { useEffect, useState, type RefObject } from 'react'
import type { SurfacePoint } from '@toile/scene/picking'
import type { Orbit } from '../orbit.js'

/** A press that moves further than this, in CSS pixels, turns the model and places no point. */
const STILL_PX = 4

interface PlacePointProps {
  host: RefObject<HTMLElement | null>
  orbit: Orbit
  label: string
  waiting: string
  onPoint: (point: SurfacePoint) => void
}

/** Lets the user choose a point of the garment: by a press on it, or by Enter for the middle of the picture. */
export default function PlacePoint({ host, orbit, label, waiting, onPoint }: PlacePointProps) {
  const [placing, setPlacing] = useState(false)
  useEffect(() => {
    const stage = host.current
    if (!placing || !stage) return
    const listening = new AbortController()
    const { signal } = listening
    let pressed: { x: number; y: number } | null = null
    const placeAt = (x: number, y: number) => {
      const point = orbit.pick(x, y)
      if (!point) return
      setPlacing(false)
      onPoint(point)
    }
    stage.dataset['placing'] = 'true'
    stage.focus({ preventScroll: true })
    stage.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (pressed = { x, y }), { signal })
    stage.addEventListener(
      'pointerup',
      ({ clientX: x, clientY: y }) => {
        if (pressed && Math.hypot(x - pressed.x, y - pressed.y) <= STILL_PX) placeAt(x, y)
        pressed = null
      },
      { signal },
    )
    stage.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') setPlacing(false)
        if (key !== 'Enter') return
        const box = stage.getBoundingClientRect()
        placeAt(box.left + box.width / 2, box.top + box.height / 2)
      },
      { signal },
    )
    return () => {
      listening.abort()
      delete stage.dataset['placing']
    }
  }, [host, orbit, placing])
  return (
    <button type="button" aria-pressed={placing} onClick={() => setPlacing(!placing)}>
      {placing ? waiting : label}
    </button>
  )
}
