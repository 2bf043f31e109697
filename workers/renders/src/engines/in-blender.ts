import path from 'node:path'
import type { Background, Camera } from '@toile/contracts/models/appearance.constants'
import { drawWithCycles, prepareForCycles } from '@toile/media/cycles/draw'
import { withWorkFolder } from '@toile/media/work-folders'
import { defaultView } from '@toile/scene/framing'
import { themes } from '@toile/scene/themes'
import type { Parts } from '../parts.js'
import { cyclesLight } from './cycles-light.js'
import { PIECE_TIMEOUT_MS, type Engine } from './engine.js'

/** The engine `cycles`: Blender's path tracer, started anew for each piece (about a second). */
export function inBlender({ user }: Pick<Parts, 'user'>, blender: string): Engine {
  return ({ settings: { cameras, look, samples } }, { fetchTo }, signal, work) =>
    withWorkFolder(async (workDir) => {
      const model = path.join(workDir, 'web.glb')
      await fetchTo(model)
      const prepared = await prepareForCycles({ workDir, signal, user }, model, look)
      const light = cyclesLight(look)
      await work(({ width, height, tile, picture, samples: range }, { signal, onSample, onPreview }) =>
        drawWithCycles(
          { workDir, blender, signal, user },
          prepared,
          {
            width,
            height,
            tile: tile ?? undefined,
            camera: viewOf(cameras[picture]!),
            light,
            exposure: look.exposure,
            wall: wallOf(look.background),
            samples: range ? range.to - range.from : samples,
          },
          { timeoutMs: PIECE_TIMEOUT_MS, onSample, onPreview },
        ),
      )
    })
}

const viewOf = (camera: Camera) => ('position' in camera ? camera : { ...defaultView, ...camera })

/** As the viewer's stage has it. */
function wallOf(background: Background) {
  if (background === 'transparent') return null
  return background === 'theme' ? themes.light : { bright: background, dim: background }
}
