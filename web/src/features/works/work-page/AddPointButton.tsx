import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { SurfacePoint } from '@toile/scene/picking'
import PlacePoint from '../../../viewer/hotspots/PlacePoint.js'
import type { ViewerParts } from '../../../viewer/Viewer.js'

interface AddPointButtonProps {
  parts: ViewerParts
  label: string
  onPoint: (point: SurfacePoint) => void
}

export function AddPointButton({ parts: { host, orbit, toolbar }, label, onPoint }: AddPointButtonProps) {
  const { t } = useTranslation()
  if (!toolbar) return null
  return createPortal(
    <PlacePoint host={host} orbit={orbit} label={label} waiting={t('hotspots.placing')} onPoint={onPoint} />,
    toolbar,
  )
}
