import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Look, Tile } from '@toile/contracts/looks.constants'
import { serveIsolated } from '../sandbox-child.js'
import { develop } from './develop.js'
import type { CyclesDrawing } from './draw.js'
import { inLinear } from './light.js'
import { MODEL, PICTURE } from './names.js'
import { makePlain } from './plain.js'
import { runBlender } from './run-blender.js'

// The script that draw.ts runs as a child: everything that looks inside a model happens here, in the work folder.

export type CyclesArgs =
  { kind: 'prepare'; look: Pick<Look, 'colourway' | 'animation'> } | { kind: 'draw'; blender: string; drawing: Traced }

export interface Traced extends CyclesDrawing {
  tile: Tile
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
  const { light, ...picture } = drawing
  await writeFile('picture.json', JSON.stringify({ ...picture, light: inLinear(light), folder: process.cwd() }))
  await writeFile(SCRIPT, python)
  await runBlender(blender, SCRIPT, (done) => report('sample', done / drawing.samples))
  const traced = await readFile('light.raw')
  await Promise.all(['light.raw', 'light.exr'].map((file) => rm(file)))
  const linear = new Float32Array(traced.buffer, traced.byteOffset, traced.length / 4)
  await writeFile(PICTURE, await develop({ ...drawing, light: linear }))
  return null
})
