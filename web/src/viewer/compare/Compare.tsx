import { useId, useRef, useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownTheme } from '../../lib/theme.js'
import { ModelFrame } from '../ModelFrame.js'
import { ViewAnnouncer } from '../ViewAnnouncer.js'
import { useOrbit, type ModelLevel } from '../use-orbit.js'
import type { Orbit } from '../orbit.js'
import '../viewer.css'
import './compare.css'

export interface ComparedModel {
  model: ModelLevel
  preview?: ModelLevel | null | undefined
  posterUrl: string
  label: string
}

export interface CompareProps {
  models: readonly [ComparedModel, ComparedModel]
}

export default function Compare({ models: [one, other] }: CompareProps) {
  const { t } = useTranslation()
  const instructionsId = useId()
  const sides = [useSide(one), useSide(other)] as const
  useSharedCamera(...sides)
  const [{ orbit, drawn }] = sides
  return (
    <div className="compare">
      {sides.map((side, i) => (
        <div key={i} className="viewer" data-phase={side.phase} data-whole={side.isWhole || undefined}>
          <ModelFrame
            host={side.host}
            view={side}
            posterUrl={side.shown.posterUrl}
            label={side.shown.label}
            instructionsId={instructionsId}
          />
        </div>
      ))}
      {orbit && <ViewAnnouncer orbit={orbit} drawn={drawn} />}
      <p id={instructionsId} className="compare-instructions">
        {t('viewer.instructions')}
      </p>
    </div>
  )
}

function useSide(shown: ComparedModel) {
  const host = useRef<HTMLDivElement>(null)
  return { host, shown, ...useOrbit(host, { model: shown.model, preview: shown.preview, theme: useShownTheme() }) }
}

interface CameraSide {
  host: RefObject<HTMLElement | null>
  orbit: Orbit | null
  drawn: EventTarget
}

/** The camera of the side that was used last leads, and the other camera follows it. */
function useSharedCamera(one: CameraSide, other: CameraSide): void {
  const leading = useRef(0)
  const [first, second] = [one.orbit, other.orbit]
  const [firstHost, secondHost] = [one.host, other.host]
  const [firstDrawn, secondDrawn] = [one.drawn, other.drawn]
  useEffect(() => {
    if (!first || !second) return
    const ending = new AbortController()
    const { signal } = ending
    const pairs = [
      [firstHost.current, firstDrawn, first, second],
      [secondHost.current, secondDrawn, second, first],
    ] as const
    for (const [i, [host, drawn, leader, follower]] of pairs.entries()) {
      const lead = () => (leading.current = i)
      for (const touch of ['pointerdown', 'focus', 'keydown', 'wheel'])
        host?.addEventListener(touch, lead, { signal, capture: true, passive: true })
      const onDrawn = () => {
        if (leading.current === i) follower.follow(leader.pose())
      }
      drawn.addEventListener('drawn', onDrawn, { signal })
      if (leading.current === i) onDrawn()
    }
    return () => ending.abort()
  }, [first, second, firstHost, secondHost, firstDrawn, secondDrawn])
}
