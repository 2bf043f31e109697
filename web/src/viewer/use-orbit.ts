import { useEffect, useState, type RefObject } from 'react'
import type { Clip } from '@toile/scene/animation'
import { disposeModel, loadModel } from '@toile/scene/model'
import type { ThemeName } from '@toile/scene/themes'
import { download } from './download.js'
import { canDraw, Orbit } from './orbit.js'

export type ViewerPhase = 'loading' | 'ready' | 'failed' | 'noWebGl'

export interface OrbitRequest {
  modelUrl: string
  bytes: number
  theme: ThemeName
}

/** What a model offers to choose from. */
export interface ModelTraits {
  colourways: string[]
  clips: Clip[]
}
const noTraits: ModelTraits = { colourways: [], clips: [] }

/** Loads the model into the host element and takes everything down again when the element or the model goes. */
export function useOrbit(host: RefObject<HTMLElement | null>, { modelUrl, bytes, theme }: OrbitRequest) {
  const [phase, setPhase] = useState<ViewerPhase>('loading')
  const [progress, setProgress] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [orbit, setOrbit] = useState<Orbit | null>(null)
  const [model, setModel] = useState<ModelTraits>(noTraits)
  const [drawn] = useState(() => new EventTarget())

  useEffect(() => {
    if (!host.current) return
    const element = host.current
    const leaving = new AbortController()
    const { signal } = leaving
    let shown: Orbit | null = null
    const load = async () => {
      if (!canDraw()) return setPhase('noWebGl')
      const loaded = await loadModel(await download(modelUrl, bytes, setProgress, signal))
      if (signal.aborted) return disposeModel(loaded)
      shown = new Orbit({
        host: element,
        model: loaded,
        theme,
        onLost: () => setPhase('failed'),
        onDrawn: () => drawn.dispatchEvent(new Event('drawn')),
      })
      setModel({ colourways: loaded.colourways.names, clips: loaded.animation.clips })
      setOrbit(shown)
      setPhase('ready')
    }
    load().catch((error: unknown) => {
      if (signal.aborted) return
      console.error('The 3D viewer could not load', error)
      setPhase('failed')
    })
    return () => {
      leaving.abort()
      shown?.dispose()
      setOrbit(null)
    }
  }, [host, modelUrl, bytes, theme, attempt, drawn])

  return {
    phase,
    progress,
    /** Null until there is something to turn. */
    orbit,
    model,
    /** Tells of each picture drawn, by the event `drawn`. */
    drawn,
    /** Tries again after a failure. */
    load() {
      setProgress(0)
      setPhase('loading')
      setAttempt((count) => count + 1)
    },
  }
}
