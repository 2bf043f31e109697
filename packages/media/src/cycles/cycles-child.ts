import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Background, Camera, Look, Tile } from '@toile/contracts/looks.constants'
import { defaultView } from '@toile/scene/framing'
import { serveIsolated } from '../sandbox-child.js'
import { develop } from './develop.js'
import { lightOf } from './light.js'
import { MODEL, PICTURE } from './names.js'
import { makePlain } from './plain.js'
import { runBlender } from './run-blender.js'

// The script that draw.ts runs as a child: everything that looks inside a model happens here, in the work folder.

export type CyclesArgs =
  { kind: 'prepare'; look: Pick<Look, 'colourway' | 'animation'> } | { kind: 'draw'; blender: string; drawing: Traced }

export interface Traced {
  /** Pixels of the whole picture, and the part of it that is drawn. */
  width: number
  height: number
  tile: Tile
  camera: Camera
  look: Look
  /** How often each pixel is drawn, at most. */
  samples: number
  /** Into the clip that the prepared model has; null: as it stands. */
  seconds: number | null
}

const SCRIPT = 'picture.py'
/** Read with the rights of the worker: our code may lie where the media user cannot read. */
const python = readFileSync(new URL(`../../src/cycles/${SCRIPT}`, import.meta.url))

serveIsolated<CyclesArgs>(async (args, inputFd, report) => {
  sharp.concurrency(1)
  if (args.kind === 'prepare') {
    const { glb, seconds } = await makePlain(readFileSync(inputFd), args.look)
    await writeFile(MODEL, glb)
    return seconds
  }
  const { blender, drawing } = args
  const { look, camera, samples, ...picture } = drawing
  const asked = 'position' in camera ? camera : { ...defaultView, ...camera }
  const light = lightOf(look)
  await writeFile('picture.json', JSON.stringify({ ...picture, samples, camera: asked, light, folder: process.cwd() }))
  await writeFile(SCRIPT, python)
  await runBlender(blender, SCRIPT, (done) => report('sample', done / samples))
  const traced = await readFile('light.raw')
  await Promise.all(['light.raw', 'light.exr'].map((file) => rm(file)))
  const background: Background = look.background
  const exposed = { ...picture, exposure: look.exposure, background }
  await writeFile(
    PICTURE,
    await develop({ ...exposed, light: new Float32Array(traced.buffer, traced.byteOffset, traced.length / 4) }),
  )
  return null
})
