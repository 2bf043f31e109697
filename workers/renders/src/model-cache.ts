import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LightingName } from '@toile/contracts/models/appearance.constants'
import type { Browser, JobLimits } from '@toile/browser/browser'
import { openModelOnStage, type ModelOnStage } from '@toile/browser/model-on-stage'

/** What one model may take of the machine until it stands on the stage. */
const limits: JobLimits = { timeoutMs: 300_000, maxCpuMs: 300_000, maxMemoryBytes: 3 * 2 ** 30 }
/** A stage that nobody draws on is given up, and the browser ends by itself a while after. */
const IDLE_MS = 60_000

export interface ModelCache {
  /**
   * The stage with this model on it. It stays for the next part of the same model, because opening one costs seconds:
   * another model takes its place.
   * @param lighting that it is drawn in first
   * @param fetchTo writes the model to a path; asked only when it is not on the stage
   */
  open(
    model: { sha256: string; lighting: LightingName; fetchTo: (path: string) => Promise<void> },
    signal: AbortSignal,
  ): Promise<ModelOnStage>
  /** Whoever drew is done for now. */
  release(): void
  close(): Promise<void>
}

/** Keeps one model on the stage, in one graphics context. */
export function createModelCache(browser: () => Promise<Browser>): ModelCache {
  let cached: { sha256: string; stage: ModelOnStage; folder: string } | undefined
  let idle: NodeJS.Timeout | undefined

  const evict = async () => {
    const evicted = cached
    cached = undefined
    if (!evicted) return
    await evicted.stage.close().catch(() => {})
    await rm(evicted.folder, { recursive: true, force: true })
  }
  return {
    async open({ sha256, lighting, fetchTo }, signal) {
      clearTimeout(idle)
      if (cached?.sha256 === sha256) return cached.stage
      await evict()
      const opened = await browser()
      // Ours alone: Chromium gets the bytes from us, over loopback.
      const folder = await mkdtemp(path.join(tmpdir(), `toile-work-${process.pid}-`))
      try {
        const modelPath = path.join(folder, 'model.glb')
        await fetchTo(modelPath)
        const stage = await openModelOnStage(opened, { modelPath, lighting, ...limits, signal })
        cached = { sha256, stage, folder }
        return stage
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
    },
    release() {
      clearTimeout(idle)
      idle = setTimeout(() => void evict(), IDLE_MS)
      idle.unref()
    },
    async close() {
      clearTimeout(idle)
      await evict()
    },
  }
}
