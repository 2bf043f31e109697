import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LightingName } from '@toile/contracts/models/appearance.constants'
import type { Browser, JobLimits } from '@toile/browser/browser'
import { openModelOnStage, type ModelOnStage } from '@toile/browser/model-on-stage'

/** Limits for opening one model. `maxMemoryBytes` also applies to each drawing. */
const limits: JobLimits = { timeoutMs: 300_000, maxCpuMs: 300_000, maxMemoryBytes: 3 * 2 ** 30 }
/** A stage is closed after this idle time. An open stage holds the browser, so the browser's idle time starts then. */
const IDLE_MS = 60_000

export type ModelCache = ReturnType<typeof createModelCache>

export function createModelCache(browser: () => Promise<Browser>) {
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
    /**
     * Opens the model if it is not on the stage. Because opening takes seconds, the model then stays on the stage for
     * further chunks, until another model replaces it or the stage is idle for `IDLE_MS`.
     * @param model `lighting` and `fetchTo` are used only if the model is not on the stage
     */
    async open(
      {
        sha256,
        lighting,
        fetchTo,
      }: { sha256: string; lighting: LightingName; fetchTo: (path: string) => Promise<void> },
      signal: AbortSignal,
    ): Promise<ModelOnStage> {
      clearTimeout(idle)
      if (cached?.sha256 === sha256) return cached.stage
      await evict()
      const opened = await browser()
      // Only this process reads the folder. Chromium gets the model's bytes from this process over loopback.
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
    release(): void {
      clearTimeout(idle)
      idle = setTimeout(() => void evict(), IDLE_MS)
      idle.unref()
    },
    async close(): Promise<void> {
      clearTimeout(idle)
      await evict()
    },
  }
}
