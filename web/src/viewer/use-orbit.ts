import { useEffect, useState, type RefObject } from 'react'
import type { Clip } from '@toile/scene/animation'
import { disposeModel, loadModel, type LoadedModel } from '@toile/scene/model'
import type { ThemeName } from '@toile/scene/themes'
import { download } from './download.js'
import { createMeshoptWorker } from './meshopt.js'
import { Orbit } from './orbit.js'

export type ViewerPhase = 'loading' | 'ready' | 'failed' | 'noWebGl'

export interface ModelLevel {
  url: string
  bytes: number
}

export interface OrbitRequest {
  model: ModelLevel
  /** A small, coarse file of the same garment, shown until `model` is loaded. */
  preview?: ModelLevel | null | undefined
  theme: ThemeName
}

export interface ModelTraits {
  colourways: string[]
  clips: Clip[]
}
const noTraits: ModelTraits = { colourways: [], clips: [] }

export type OrbitView = ReturnType<typeof useOrbit>

export function useOrbit(host: RefObject<HTMLElement | null>, { model, preview, theme }: OrbitRequest) {
  const [phase, setPhase] = useState<ViewerPhase>('loading')
  const [progress, setProgress] = useState(0)
  const [isWhole, setWhole] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [orbit, setOrbit] = useState<Orbit | null>(null)
  const [traits, setTraits] = useState<ModelTraits>(noTraits)
  const [drawn] = useState(() => new EventTarget())
  const [url, bytes, previewUrl, previewBytes] = [model.url, model.bytes, preview?.url, preview?.bytes ?? 0]

  useEffect(() => {
    if (!host.current) return
    const element = host.current
    const leaving = new AbortController()
    const { signal } = leaving
    const worker = createMeshoptWorker()
    let shown: Orbit | null = null

    const read = async (level: ModelLevel) => {
      const loaded = await loadModel(await download(level.url, level.bytes, setProgress, signal), worker.decoder)
      if (signal.aborted) disposeModel(loaded)
      signal.throwIfAborted()
      return loaded
    }
    const show = async (loaded: LoadedModel) => {
      setTraits({ colourways: loaded.colourways.names, clips: loaded.animation.clips })
      if (shown) return await shown.refine(loaded)
      shown = new Orbit({
        host: element,
        model: loaded,
        theme,
        onLost: () => setPhase('failed'),
        onDrawn: () => drawn.dispatchEvent(new Event('drawn')),
      })
      setOrbit(shown)
      setPhase('ready')
    }
    const warn = (error: unknown) => {
      if (!signal.aborted) console.error('The 3D viewer could not load', error)
    }
    const load = async () => {
      if (!isWebGlSupported()) return setPhase('noWebGl')
      // A preview that cannot be loaded is only logged, because `model` is loaded in any case.
      if (previewUrl) await read({ url: previewUrl, bytes: previewBytes }).then(show, warn)
      await show(await read({ url, bytes }))
      setWhole(true)
    }
    load()
      .catch((error: unknown) => {
        warn(error)
        if (!signal.aborted && !shown) setPhase('failed')
      })
      .finally(worker.end)
    return () => {
      leaving.abort()
      worker.end()
      shown?.dispose()
      setOrbit(null)
      setWhole(false)
    }
  }, [host, url, bytes, previewUrl, previewBytes, theme, attempt, drawn])

  return {
    phase,
    progress,
    /** Whether `model` itself is shown, not its preview. */
    isWhole,
    /** Null until the first level is shown. */
    orbit,
    traits,
    drawn,
    load() {
      setProgress(0)
      setPhase('loading')
      setAttempt((count) => count + 1)
    },
  }
}

function isWebGlSupported(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
