import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Appearance, Tile } from '@toile/contracts/models/appearance.constants'
import { serveIsolated } from '../sandbox-child.js'
import { develop } from './develop.js'
import type { CyclesDrawing } from './draw.js'
import { inLinear } from './light.js'
import { MODEL, PICTURE, previewFile } from './names.js'
import { makePlain } from './plain.js'
import { runBlender } from './run-blender.js'
import python from './picture.py'

export type CyclesArgs =
  | { kind: 'prepare'; look: Pick<Appearance, 'colourway' | 'animation'> }
  | { kind: 'draw'; blender: string; drawing: Traced }

interface Traced extends CyclesDrawing {
  tile: Tile
  previews: { samples: number; width: number; height: number }[]
  seconds: number | null
}

const SCRIPT = 'picture.py'
const PREVIEW_QUALITY = 80

serveIsolated<CyclesArgs>(async (args, inputFd, report) => {
  sharp.concurrency(1)
  if (args.kind === 'prepare') {
    const { glb, seconds } = await makePlain(readFileSync(inputFd), args.look)
    await writeFile(MODEL, glb)
    return seconds
  }
  const { blender, drawing } = args
  const { light, ...picture } = drawing
  await writeFile('picture.json', JSON.stringify({ ...picture, light: inLinear(light), folder: process.cwd() }))
  await writeFile(SCRIPT, python)
  let shown = Promise.resolve()
  const show = async (samples: number) => {
    const { width, height } = drawing.previews.find((one) => one.samples === samples)!
    const whole = { x: 0, y: 0, width, height }
    const png = await develop({ ...drawing, width, height, tile: whole, light: await takeLight(`shown-${samples}`) })
    await writeFile(previewFile(samples), await sharp(png).webp({ quality: PREVIEW_QUALITY }).toBuffer())
    report('shown', samples)
  }
  await runBlender(blender, SCRIPT, {
    // Previews do not count as progress. Reports about a preview have a smaller total than those about the picture.
    sample: (begun, of) => of === drawing.samples && report('sample', begun / of),
    shown: (samples) => {
      // A failed preview must not fail the picture.
      shown = shown.then(() => show(samples)).catch(() => undefined)
    },
  })
  await shown
  await writeFile(PICTURE, await develop({ ...drawing, light: await takeLight('light') }))
  return null
})

/** Reads and removes Blender's output, so that old light is never mistaken for the next picture's light. */
async function takeLight(name: string): Promise<Float32Array> {
  const traced = await readFile(`${name}.raw`)
  await Promise.all(['raw', 'exr'].map((extension) => rm(`${name}.${extension}`)))
  return new Float32Array(traced.buffer, traced.byteOffset, traced.length / 4)
}
