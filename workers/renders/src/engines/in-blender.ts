import path from 'node:path'
import { drawWithCycles, prepareForCycles } from '@toile/media/cycles/draw'
import { withWorkFolder } from '@toile/media/work-folders'
import type { Parts } from '../parts.js'
import { pieceTimeoutMs, type Engine } from './engine.js'

/** The engine `cycles`: Blender's path tracer, started anew for each piece (about a second). */
export function inBlender({ user }: Pick<Parts, 'user'>, blender: string): Engine {
  return ({ settings: { cameras, look, samples } }, { fetchTo }, signal, work) =>
    withWorkFolder(async (workDir) => {
      const model = path.join(workDir, 'web.glb')
      await fetchTo(model)
      const prepared = await prepareForCycles({ workDir, signal, user }, model, look)
      await work(({ width, height, tile, picture, samples: range }, { signal, onSample }) =>
        drawWithCycles(
          { workDir, blender, signal, user },
          prepared,
          {
            width,
            height,
            tile: tile ?? undefined,
            camera: cameras[picture]!,
            look,
            samples: range ? range.to - range.from : samples,
          },
          { timeoutMs: pieceTimeoutMs, onSample },
        ),
      )
    })
}
