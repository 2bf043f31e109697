import { useEffect, useState, type RefObject } from 'react'
import type { Hotspot } from '@toile/contracts/works'
import type { Orbit } from '../orbit.js'

/** A press that moved further, in CSS pixels, has turned the garment and meant no point of it. */
const STILL_PX = 4

/** Lets the creator choose a point: by a press on the garment, or by Enter for the middle of the picture. */
export function usePlacing(host: RefObject<HTMLElement | null>, orbit: Orbit | null) {
  const [placing, setPlacing] = useState(false)
  const [fresh, setFresh] = useState<Hotspot | null>(null)
  useEffect(() => {
    const stage = host.current
    if (!placing || !stage || !orbit) return
    const listening = new AbortController()
    const { signal } = listening
    let pressed: { x: number; y: number } | null = null
    const placeAt = (x: number, y: number) => {
      const surface = orbit.pick(x, y)
      if (!surface) return
      setPlacing(false)
      setFresh({ ...surface, title: '', text: '' })
    }
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
    return () => listening.abort()
  }, [host, orbit, placing])
  return { placing, setPlacing, fresh, setFresh }
}
