import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CameraPreset } from '@toile/contracts/models/appearance.constants'
import type { Orbit, Pose } from './orbit.js'

/** The visible side is announced once the camera has rested this long, so screen readers are not flooded. */
const REST_MS = 600

function sideOf({ azimuth, elevation }: Pick<Pose, 'azimuth' | 'elevation'>): CameraPreset {
  if (elevation > 60) return 'top'
  const sides = ['front', 'left', 'back', 'right'] as const
  return sides[Math.round(azimuth / 90) % 4]!
}

export function ViewAnnouncer({ orbit, drawn }: { orbit: Orbit; drawn: EventTarget }) {
  const { t } = useTranslation()
  const [side, setSide] = useState<CameraPreset | null>(null)
  useEffect(() => {
    let timer = 0
    const onDrawn = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => setSide(sideOf(orbit.pose())), REST_MS)
    }
    drawn.addEventListener('drawn', onDrawn)
    return () => {
      clearTimeout(timer)
      drawn.removeEventListener('drawn', onDrawn)
    }
  }, [orbit, drawn])
  return (
    <p className="visually-hidden" role="status">
      {side && t('studio.seenFrom', { side: t(`studio.views.${side}`) })}
    </p>
  )
}
