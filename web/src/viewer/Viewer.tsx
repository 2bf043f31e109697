import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLook, type Look } from '@toile/contracts/looks.constants'
import type { ModelFacts } from '@toile/contracts/models'
import type { Hotspot } from '@toile/contracts/works'
import { maxHotspots } from '@toile/contracts/works.constants'
import type { ThemeName } from '@toile/scene/themes'
import { ModelFrame } from './ModelFrame.js'
import { roomViewer } from './room/room-viewer.js'
import { SideSpoken } from './SideSpoken.js'
import { useFullscreen } from './use-fullscreen.js'
import { useOrbit, type ModelLevel } from './use-orbit.js'
import type { ViewerWords } from './words.js'
import './viewer.css'

const Studio = lazy(() => import('./studio/Studio.js'))
const InYourRoom = lazy(() => import('./room/InYourRoom.js'))
const PlacePoint = lazy(() => import('./hotspots/PlacePoint.js'))
const Hotspots = lazy(() => import('./hotspots/Hotspots.js'))

export interface ViewerProps {
  model: ModelLevel & { facts?: ModelFacts }
  /** A coarse level of it, shown first. */
  preview?: ModelLevel | null | undefined
  /** The still picture that stands here before, and instead of, the model. */
  posterUrl: string
  /** What the work is, for those who do not see it. */
  label: string
  words: ViewerWords
  theme?: ThemeName
  hotspots?: readonly Hotspot[]
  /** The creator's: keeps the points as they are now. Without it, points are only shown. */
  keepHotspots?: ((hotspots: Hotspot[]) => void) | undefined
}

/** A model to turn by hand, or its picture where that cannot be. Fills its container; give it one with a fixed ratio. */
export default function Viewer({
  model,
  preview,
  posterUrl,
  label,
  words,
  theme = 'light',
  hotspots = [],
  keepHotspots,
}: ViewerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const instructionsId = useId()
  const { t } = useTranslation()
  const view = useOrbit(host, { model, preview, theme })
  const { phase, isWhole, orbit, traits, drawn } = view
  const [look, setLook] = useState<Look>(defaultLook)
  const [isStudioOpen, setStudioOpen] = useState(false)
  const studioButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    void orbit?.wear(look)
  }, [orbit, look])
  const [fresh, setFresh] = useState<Hotspot | null>(null)
  const shownHotspots = useMemo(() => (fresh ? [...hotspots, fresh] : hotspots), [hotspots, fresh])
  const { isFull, toggle } = useFullscreen(frame)
  const isReady = phase === 'ready'
  const [room] = useState(roomViewer)
  // Somebody asked for it: the keys turn it at once.
  useEffect(() => {
    if (isReady) host.current?.focus({ preventScroll: true })
  }, [isReady])

  return (
    <div
      ref={frame}
      className="viewer"
      data-phase={phase}
      data-whole={isWhole || undefined}
      data-clear={look.background === 'transparent' || undefined}
      data-studio={(orbit && isStudioOpen) || undefined}
    >
      <ModelFrame
        host={host}
        view={view}
        posterUrl={posterUrl}
        label={label}
        words={words}
        instructionsId={instructionsId}
      />
      {isReady && (
        <div className="viewer-tools">
          <p id={instructionsId} className="viewer-instructions">
            {words.instructions}
          </p>
          <button
            ref={studioButton}
            type="button"
            aria-expanded={isStudioOpen}
            onClick={() => setStudioOpen(!isStudioOpen)}
          >
            {t('studio.open')}
          </button>
          {keepHotspots && orbit && shownHotspots.length < maxHotspots && (
            <Suspense fallback={null}>
              <PlacePoint
                host={host}
                orbit={orbit}
                label={t('hotspots.add')}
                waiting={t('hotspots.placing')}
                onPoint={(point) => setFresh({ ...point, title: '', text: '' })}
              />
            </Suspense>
          )}
          <button type="button" onClick={() => orbit?.reset()}>
            {words.reset}
          </button>
          {room && orbit && isWhole && (
            <Suspense fallback={null}>
              <InYourRoom room={room} orbit={orbit} modelUrl={model.url} title={label} />
            </Suspense>
          )}
          {toggle && (
            <button type="button" onClick={toggle}>
              {isFull ? words.exitFullscreen : words.fullscreen}
            </button>
          )}
        </div>
      )}
      {orbit && <SideSpoken orbit={orbit} drawn={drawn} />}
      {orbit && shownHotspots.length > 0 && (
        <Suspense fallback={null}>
          <Hotspots
            orbit={orbit}
            drawn={drawn}
            hotspots={shownHotspots}
            change={
              keepHotspots &&
              ((changed) => {
                setFresh(null)
                keepHotspots(changed.filter(({ title }) => title !== ''))
              })
            }
          />
        </Suspense>
      )}
      {orbit && isStudioOpen && (
        <Suspense fallback={null}>
          <Studio
            orbit={orbit}
            model={traits}
            facts={model.facts}
            look={look}
            change={(part) => setLook((before) => ({ ...before, ...part }))}
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
