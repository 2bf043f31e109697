import { readFile, rename, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { cameraPresets, type Camera } from '@toile/contracts/models/appearance.constants'
import type { Piece, RenderSettings } from '@toile/contracts/renders/render-plan'
import { TURNTABLE_FRAMES_PER_SECOND } from '@toile/contracts/renders/renders.constants'
import { serveIsolated } from '../sandbox-child.js'
import { runTool } from '../videos/run-tool.js'
import { averageSamples, joinTiles } from '../images/assemble.js'
import type { MadeOutput } from './assemble.js'
import { storedZip } from './stored-zip.js'

interface AssembleArgs {
  settings: RenderSettings
  pieces: (Piece & { file: string })[]
  ffmpeg: string | undefined
}

const WEBP_QUALITY = 90
const FRAME_QUALITY = 82

serveIsolated<AssembleArgs>(async ({ settings, pieces, ffmpeg }) => {
  sharp.concurrency(1)
  const pictures: Buffer[] = []
  for (let picture = 0; picture < settings.cameras.length; picture++)
    pictures.push(await assemblePicture(pieces.filter((piece) => piece.picture === picture)))
  const { width, height, type } = settings
  const made: MadeOutput[] = []
  const put = async (name: string, extension: MadeOutput['extension'], bytes?: Uint8Array) => {
    const file = `${name}.${extension}`
    if (bytes) await writeFile(file, bytes)
    made.push({
      name: type === 'still' || type === 'views' ? `${name}.${extension}` : name,
      width,
      height,
      extension,
      file,
    })
  }
  const webp = (png: Buffer, quality: number) => sharp(png).webp({ quality, smartSubsample: true }).toBuffer()

  if (type === 'still' || type === 'views') {
    for (const [i, png] of pictures.entries()) {
      const name = type === 'still' ? 'still' : viewName(settings.cameras, i)
      await put(name, 'png', png)
      await put(name, 'webp', await webp(png, WEBP_QUALITY))
    }
    return made
  }
  if (type === 'turntable') {
    if (!ffmpeg) throw new Error('a film needs ffmpeg')
    for (const [i, png] of pictures.entries()) await writeFile(`film-${i}.png`, png)
    await runTool(ffmpeg, filmCommand())
    await rename('film.mp4', 'turntable.mp4')
    await put('turntable', 'mp4')
  }
  const frames: Record<string, Uint8Array> = {}
  for (const [i, png] of pictures.entries()) {
    const name = frameName(i)
    const bytes = await webp(png, FRAME_QUALITY)
    await put(name, 'webp', bytes)
    frames[`${name}.webp`] = bytes
  }
  await put('frames', 'zip', storedZip(frames))
  return made
})

async function assemblePicture(pieces: AssembleArgs['pieces']): Promise<Buffer> {
  const tiles = new Map<string, AssembleArgs['pieces']>()
  for (const piece of pieces) {
    const place = JSON.stringify(piece.tile)
    tiles.set(place, [...(tiles.get(place) ?? []), piece])
  }
  const whole = []
  for (const ranges of tiles.values()) {
    const parts = []
    for (const { file, samples } of ranges)
      parts.push({ png: await readFile(file), samples: samples ? samples.to - samples.from : 1 })
    whole.push({ tile: ranges[0]!.tile, png: await averageSamples(parts) })
  }
  const [first] = whole
  if (first && first.tile === null) return first.png
  const { width, height } = pieces[0]!
  return joinTiles(
    width,
    height,
    whole.map(({ tile, png }) => ({ tile: tile!, png })),
  )
}

function viewName(cameras: readonly Camera[], i: number): string {
  const camera = cameras[i]!
  const known = Object.entries(cameraPresets).find(
    ([, preset]) => 'azimuth' in camera && preset.azimuth === camera.azimuth && preset.elevation === camera.elevation,
  )?.[0]
  const isFirst = known && cameras.findIndex((other) => JSON.stringify(other) === JSON.stringify(camera)) === i
  return isFirst ? known.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : `view-${i + 1}`
}

const frameName = (i: number) => `frame-${String(i + 1).padStart(3, '0')}`

/** ffmpeg's arguments for a film (H.264) of our own PNGs. Every browser plays it while it loads, but it is opaque. */
function filmCommand(): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-filter_threads', '1'],
    ...['-protocol_whitelist', 'file', '-f', 'image2', '-framerate', String(TURNTABLE_FRAMES_PER_SECOND)],
    ...['-threads', '1', '-start_number', '0', '-i', 'file:film-%d.png'],
    ...['-c:v', 'libx264', '-preset', 'medium', '-crf', '18', '-threads', '1', '-pix_fmt', 'yuv420p'],
    ...['-map_metadata', '-1', '-movflags', '+faststart', '-f', 'mp4', 'file:film.mp4'],
  ]
}
