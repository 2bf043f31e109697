import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { convertToGlb } from '@toile/browser/convert-to-glb'
import { conversionLimits } from '@toile/browser/conversion-limits'
import { createLazyBrowser, type LazyBrowser } from '@toile/browser/lazy-browser'
import { renderPreviews } from '@toile/browser/previews'
import { coverCapture } from '@toile/browser/captures'
import { InputFailure, type StoredFailure } from '@toile/contracts/failures'
import { findingText } from '@toile/contracts/models/finding-words'
import type { ImagePurpose } from '@toile/contracts/images/images.constants'
import type { ModelFacts } from '@toile/contracts/models/models'
import { findingKinds } from '@toile/contracts/models/models.constants'
import type { Video } from '@toile/contracts/videos/videos'
import { videoExtensions } from '@toile/contracts/videos/videos.constants'
import { messageText } from '@toile/contracts/words'
import { makeImage } from '@toile/media/images/make'
import { proprietaryFormatOf } from '@toile/media/models/proprietary'
import { identifyModel } from '@toile/media/models/identify'
import { prepareModel } from '@toile/media/models/prepare'
import { findFfmpeg } from '@toile/media/videos/executable'
import { makePoster, makeRenditions, makeStoryboard, probeVideo } from '@toile/media/videos/make'
import { planRenditions } from '@toile/media/videos/plan'
import { withWorkFolder } from '@toile/media/work-folders'
import { createLogger } from '@toile/runtime/logger'
import { systemUser, type SystemUser } from '@toile/runtime/system-user'
import { CommandFailed, WrongUsage, type Command } from './command.js'

const DRAWING_TIMEOUT_MS = 5 * 60_000

interface Inspection {
  format: string
  stage: 'ready_to_publish' | 'failed'
  failure?: StoredFailure & { message: string }
  facts?: ModelFacts | VideoFacts
  cover: string | null
}

/** The same fields as in an upload's `video`. */
type VideoFacts = Pick<Video, 'width' | 'height' | 'durationSeconds' | 'hasAudio'>

/** Processes a 3D file or a video with the code of the workers and writes its cover. Needs no running Toile. */
export const inspect: Command = {
  usage: 'inspect FILE [--json] [--out FOLDER]',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, out: { type: 'string' } },
    })
    const [given] = positionals
    if (!given || positionals.length > 1) throw new WrongUsage('inspect needs one FILE.')
    // npm runs scripts in the repository root, but paths are relative to the caller's folder.
    const here = (name: string) => path.resolve(process.env['INIT_CWD'] ?? '', name)
    const file = here(given)
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    )
    if (!isFile) throw new WrongUsage(`${file} cannot be read.`)
    const inspection = await inspectFile(
      file,
      path.join(values.out ? here(values.out) : path.dirname(file), `${path.basename(file)}.cover.webp`),
    )
    console.log(values.json ? JSON.stringify(inspection, null, 2) : reportOf(inspection))
    if (inspection.failure) throw new CommandFailed(inspection.failure.message)
  },
}

async function inspectFile(file: string, cover: string): Promise<Inspection> {
  let format = path.extname(file).slice(1).toLowerCase()
  const user = systemUser(process.env['MEDIA_USER'] ?? 'nobody')
  const log = createLogger('inspect', 'warn', process.stderr)
  const browser = createLazyBrowser(
    process.env['CHROMIUM_PATH'],
    systemUser(process.env['BROWSER_USER'] ?? 'nobody'),
    log,
  )
  try {
    if (videoExtensions.some((each) => file.toLowerCase().endsWith(each)))
      return { format, stage: 'ready_to_publish', facts: await inspectVideo(file, cover, user), cover }
    const proprietary = await proprietaryFormatOf(path.basename(file), file)
    if (proprietary)
      return { format: proprietary, stage: 'ready_to_publish', cover: await embeddedCover(file, cover, user) }
    format = await identifyModel(file)
    const facts = await withWorkFolder((workDir) =>
      prepareAndDraw({ file, format: format as never, workDir, cover, browser, user }),
    )
    return { format, stage: 'ready_to_publish', facts, cover }
  } catch (error) {
    if (!(error instanceof InputFailure)) throw error
    const { code, params } = error
    return { format, stage: 'failed', failure: { code, params, message: messageText(code, params, 'en') }, cover: null }
  } finally {
    await browser.close()
  }
}

interface Inspecting {
  file: string
  format: Parameters<typeof prepareModel>[0]['format']
  workDir: string
  cover: string
  browser: LazyBrowser
  user: SystemUser | undefined
}

async function prepareAndDraw({ file, format, workDir, cover, browser, user }: Inspecting): Promise<ModelFacts> {
  const { web, facts } = await prepareModel({
    path: file,
    ...{ format, workDir, user },
    name: path.basename(file),
    ffmpeg: findFfmpeg(process.env['FFMPEG_PATH'])?.ffmpeg,
    convert: async (model) => convertToGlb(await browser.get(), { ...model, ...(await conversionLimits(model.files)) }),
  })
  const shots = [coverCapture('three-quarter')]
  const pictures = await renderPreviews(await browser.get(), {
    modelPath: web.path,
    captures: shots,
    timeoutMs: DRAWING_TIMEOUT_MS,
  })
  await withWorkFolder(async (pictureDir) => {
    const source = path.join(pictureDir, 'source.png')
    await writeFile(source, pictures.get('three-quarter')!)
    await writeCover(source, 'cover', cover, user)
  })
  return facts
}

/** Makes the poster, one playable rendition and the storyboard. Making the storyboard decodes every frame. */
async function inspectVideo(file: string, cover: string, user: SystemUser | undefined): Promise<VideoFacts> {
  const tools = findFfmpeg(process.env['FFMPEG_PATH'])
  if (!tools) throw new CommandFailed('Videos need ffmpeg: install it, or set FFMPEG_PATH.')
  return withWorkFolder(async (workDir) => {
    // The steps make hard links to the file. A hard link cannot cross file systems, so the file is copied first.
    const original = path.join(workDir, 'original')
    await copyFile(file, original)
    const work = { path: original, workDir, tools, user }
    const facts = await probeVideo(work)
    const poster = await makePoster(work, facts)
    const [first] = await makeRenditions(work, facts, planRenditions(facts).slice(0, 1), () => {})
    await makeStoryboard({ ...work, path: first!.path }, facts)
    await writeCover(poster.path, 'inline', cover, user)
    const { width, height, durationSeconds, audioIndex } = facts
    return { width, height, durationSeconds, hasAudio: audioIndex !== null }
  })
}

async function embeddedCover(file: string, cover: string, user: SystemUser | undefined): Promise<string | null> {
  try {
    await writeCover(file, 'cover', cover, user, true)
    return cover
  } catch (error) {
    if (error instanceof InputFailure) return null
    throw error
  }
}

/** Writes the largest WebP variant to `cover`. The source is a picture or, with `isEmbedded`, a file with a picture. */
async function writeCover(
  source: string,
  purpose: ImagePurpose,
  cover: string,
  user: SystemUser | undefined,
  isEmbedded = false,
) {
  await withWorkFolder(async (workDir) => {
    const { variants } = await makeImage({ path: source, purpose, crop: null, isEmbedded, workDir, user })
    const largest = variants.filter(({ name }) => name.endsWith('.webp')).toSorted((a, b) => b.bytes - a.bytes)[0]!
    await mkdir(path.dirname(cover), { recursive: true })
    await copyFile(largest.path, cover)
  })
}

function reportOf({ format, stage, failure, facts, cover }: Inspection): string {
  if (failure) return `${format}: ${stage}\n${failure.code}`
  return [
    `${format}: ${stage}`,
    ...(facts ? ('triangles' in facts ? reportOfModel(facts) : [reportOfVideo(facts)]) : []),
    ...(cover ? [`cover: ${cover}`] : []),
  ].join('\n')
}

function reportOfModel(facts: ModelFacts): string[] {
  const size = [facts.widthMetres, facts.heightMetres, facts.depthMetres].map((metres) => (metres * 100).toFixed(1))
  return [
    `${size.join(' x ')} cm, ${facts.areaSquareMetres!.toFixed(3)} m2, ${facts.triangles} triangles, ${facts.textures.length} textures, ${facts.animations.length} animations`,
    ...(facts.findings ?? []).map(({ code, params }) => `${findingKinds[code]}: ${findingText(code, params, 'en')}`),
  ]
}

function reportOfVideo({ width, height, durationSeconds, hasAudio }: VideoFacts): string {
  return `${width} x ${height} px, ${durationSeconds.toFixed(1)} s, ${hasAudio ? 'with' : 'without'} sound`
}
