import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoadedModel } from '@toile/scene/model'
import type { Orbit } from '../orbit.js'
import { sceneViewerLink, type RoomViewer } from './room-viewer.js'

export interface InYourRoomProps {
  room: RoomViewer
  orbit: Orbit
  modelUrl: string
  arUrl: string | undefined
  title: string
}

export default function InYourRoom({ room, orbit, modelUrl, arUrl, title }: InYourRoomProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle')
  if (room === 'sceneViewer') {
    const link = sceneViewerLink({ modelUrl, requires: orbit.model.requires, arUrl, title, pageUrl: location.href })
    return link && <a href={link}>{t('viewer.inYourRoom')}</a>
  }
  const open = async () => {
    setState('making')
    try {
      await openQuickLook(orbit.model)
      setState('idle')
    } catch (error) {
      console.error('The garment could not be written as USDZ', error)
      setState('failed')
    }
  }
  return (
    <button type="button" disabled={state === 'making'} onClick={() => void open()}>
      {t(state === 'failed' ? 'viewer.inYourRoomFailed' : 'viewer.inYourRoom')}
    </button>
  )
}

/** The URL is kept this long after the press, because Safari reads the file only when Quick Look opens. */
const KEPT_MS = 60_000

/** Writes a .usdz file of the model, with the colourway and pose on screen, and opens it in iOS Quick Look. */
async function openQuickLook(model: LoadedModel): Promise<void> {
  const { toUsdz } = await import('@toile/scene/usdz')
  const url = URL.createObjectURL(new Blob([await toUsdz(model)], { type: 'model/vnd.usdz+zip' }))
  const link = document.createElement('a')
  link.rel = 'ar'
  link.download = 'garment.usdz'
  link.href = url
  // Safari opens Quick Look only for a link whose first child is an image.
  link.append(document.createElement('img'))
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
