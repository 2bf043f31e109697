import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultAppearance, type Appearance } from '@toile/contracts/models/appearance.constants'
import type { ModelFacts } from '@toile/contracts/models/models'
import { useShownTheme } from '../lib/theme.js'
import { ModelFrame } from './ModelFrame.js'
import type { Orbit } from './orbit.js'
import { roomViewer } from './room/room-viewer.js'
import { ViewAnnouncer } from './ViewAnnouncer.js'
import { useFullscreen } from './use-fullscreen.js'
import { useOrbit, type ModelLevel } from './use-orbit.js'
import './viewer.css'

const Studio = lazy(() => import('./studio/Studio.js'))
const InYourRoom = lazy(() => import('./room/InYourRoom.js'))

export interface ViewerProps {
  model: ModelLevel & { facts?: ModelFacts }
  preview?: ModelLevel | null | undefined
  /** A version of the model for AR viewers that cannot decode compressed files. */
  arUrl?: string | undefined
  /** A still picture. It is shown until the model appears, and if 3D fails. */
  posterUrl: string
  label: string
  marks?: ((parts: ViewerParts) => ReactNode) | undefined
}

export interface ViewerParts {
  host: RefObject<HTMLElement | null>
  orbit: Orbit
  /** Dispatches `drawn` after each frame. */
  drawn: EventTarget
  appearance: Appearance
  changeAppearance: (part: Partial<Appearance>) => void
  toolbar: HTMLElement | null
}

/** A model to turn by hand, or its picture if 3D fails. Fills its container, which needs a fixed aspect ratio. */
export default function Viewer({ model, preview, arUrl, posterUrl, label, marks }: ViewerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const instructionsId = useId()
  const { t } = useTranslation()
  const view = useOrbit(host, { model, preview, theme: useShownTheme() })
  const { phase, isWhole, orbit, traits, drawn } = view
  const [appearance, setAppearance] = useState<Appearance>(defaultAppearance)
  const [isStudioOpen, setStudioOpen] = useState(false)
  const studioButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    void orbit?.applyAppearance(appearance)
  }, [orbit, appearance])
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  const changeAppearance = (part: Partial<Appearance>) => setAppearance((before) => ({ ...before, ...part }))
  const { isFull, toggle } = useFullscreen(frame)
  const isReady = phase === 'ready'
  const [room] = useState(roomViewer)
  // The viewer takes the focus when it is ready, because the user asked for 3D. The keys then turn the model at once.
  useEffect(() => {
    if (isReady) host.current?.focus({ preventScroll: true })
  }, [isReady])

  return (
    <div
      ref={frame}
      className="viewer"
      data-phase={phase}
      data-whole={isWhole || undefined}
      data-clear={appearance.background === 'transparent' || undefined}
      data-studio={(orbit && isStudioOpen) || undefined}
    >
      <ModelFrame host={host} view={view} posterUrl={posterUrl} label={label} instructionsId={instructionsId} />
      {isReady && (
        <div ref={setToolbar} className="viewer-tools">
          <p id={instructionsId} className="viewer-instructions">
            {t('viewer.instructions')}
          </p>
          <button
            ref={studioButton}
            type="button"
            aria-expanded={isStudioOpen}
            onClick={() => setStudioOpen(!isStudioOpen)}
          >
            {t('studio.open')}
          </button>
          <button type="button" onClick={() => orbit?.reset()}>
            {t('viewer.reset')}
          </button>
          {room && orbit && isWhole && (
            <Suspense fallback={null}>
              <InYourRoom room={room} orbit={orbit} modelUrl={model.url} arUrl={arUrl} title={label} />
            </Suspense>
          )}
          {toggle && (
            <button type="button" onClick={toggle}>
              {t(isFull ? 'viewer.exitFullscreen' : 'viewer.fullscreen')}
            </button>
          )}
        </div>
      )}
      {orbit && <ViewAnnouncer orbit={orbit} drawn={drawn} />}
      {orbit && isReady && marks?.({ host, orbit, drawn, appearance, changeAppearance, toolbar })}
      {orbit && isStudioOpen && (
        <Suspense fallback={null}>
          <Studio
            orbit={orbit}
            model={traits}
            facts={model.facts}
            appearance={appearance}
            change={changeAppearance}
            title={label}
            close={() => {
              setStudioOpen(false)
              studioButton.current?.focus()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
