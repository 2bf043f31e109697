import type { ModelCache } from '../model-cache.js'
import { PIECE_TIMEOUT_MS, type Engine } from './engine.js'

/** The engines `preview` and `studio` draw the viewer's scene in headless Chromium. */
export function onStage(stages: ModelCache): Engine {
  return async ({ settings }, { sha256, fetchTo }, signal, work) => {
    try {
      const stage = await stages.open({ sha256, lighting: settings.look.lighting, fetchTo }, signal)
      await work((piece, options) =>
        stage.draw(
          {
            width: piece.width,
            height: piece.height,
            ...(piece.tile && { tile: piece.tile }),
            camera: settings.cameras[piece.picture]!,
            appearance: settings.look,
            samples: piece.samples,
          },
          { timeoutMs: PIECE_TIMEOUT_MS, maxCpuMs: PIECE_TIMEOUT_MS, ...options },
        ),
      )
    } finally {
      stages.release()
    }
  }
}
