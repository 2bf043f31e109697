import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { madeOnce } from '@toile/demo/code-cache'

const RATE = 25
const EACH_SECONDS = 3
const FADE_SECONDS = 0.6
const NEARER = 0.14

/** Makes a film of 1280x720 with zooms and cross-fades, cached by its pictures. Throws when ffmpeg fails. */
export async function makeFilm(options: {
  ffmpeg: string
  pictures: readonly string[]
  /** The target file, which is written atomically. */
  film: string
  signal: AbortSignal
}): Promise<void> {
  const { ffmpeg, pictures, film, signal } = options
  const bytes = await Promise.all(
    pictures.map(async (url) => Buffer.from(await (await fetch(url, { signal })).arrayBuffer())),
  )
  const hash = createHash('sha256')
  for (const picture of bytes) hash.update(picture)
  const made = await madeOnce(['films', ['infra/dist/start/demo']], `${hash.digest('hex')}.mp4`, () =>
    encode(ffmpeg, bytes, signal),
  )
  const part = `${film}.${process.pid}.part`
  writeFileSync(part, made)
  renameSync(part, film)
}

async function encode(ffmpeg: string, pictures: readonly Buffer[], signal: AbortSignal): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toile-film-'))
  try {
    const files = pictures.map((bytes, i) => {
      const file = path.join(folder, `${i}.img`)
      writeFileSync(file, bytes)
      return file
    })
    const part = path.join(folder, 'film.mp4')
    const args = [...files.flatMap((file, i) => ['-loop', '1', '-t', `${lengthOf(i, files.length)}`, '-i', file])]
    const encoder = [
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '20',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
    ]
    const all = ['-nostdin', '-v', 'error', '-y', ...args, '-filter_complex', filterOf(files.length), '-map', '[out]']
    const child = spawn(ffmpeg, [...all, '-r', `${RATE}`, ...encoder, part], { signal, stdio: 'ignore' })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`ffmpeg ended with code ${code}`)
    return readFileSync(part)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Seconds for which a picture is shown. All but the last one also need time for the fade to the next. */
const lengthOf = (i: number, count: number) => EACH_SECONDS + (i < count - 1 ? FADE_SECONDS : 0)

function filterOf(count: number): string {
  const frames = (EACH_SECONDS + FADE_SECONDS) * RATE
  // Pictures alternately zoom in and out. Scaling them up first makes zoompan's steps of whole pixels less visible.
  const shots = Array.from({ length: count }, (_, i) => {
    const zoom = i % 2 === 0 ? `1+${NEARER}*on/${frames}` : `1+${NEARER}-${NEARER}*on/${frames}`
    return (
      `[${i}:v]crop=ih*16/9:ih,scale=3840:2160,zoompan=z='${zoom}':x='iw/2-iw/zoom/2':y='ih*0.42-ih*0.42/zoom'` +
      `:d=1:s=1280x720:fps=${RATE},setsar=1[s${i}]`
    )
  })
  const fades = Array.from({ length: count - 1 }, (_, i) => {
    const from = i === 0 ? 's0' : `f${i - 1}`
    const to = i === count - 2 ? 'out' : `f${i}`
    return `[${from}][s${i + 1}]xfade=transition=fade:duration=${FADE_SECONDS}:offset=${(i + 1) * EACH_SECONDS}[${to}]`
  })
  return [...shots, ...fades].join(';')
}
