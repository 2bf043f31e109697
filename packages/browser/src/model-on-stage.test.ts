import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { PerspectiveCamera } from 'three'
import { averageSamples, joinTiles } from '@toile/media/images/assemble'
import { aimCamera, readPose } from '@toile/scene/camera'
import { defaultView } from '@toile/scene/framing'
import type { Browser } from './browser.js'
import { makeDrapedGarment, pointsOnStage } from './draped-garment.test-support.js'
import { openModelOnStage, type Drawing, type ModelOnStage } from './model-on-stage.js'
import { apart, pixelsOf, steepest } from './pictures.test-support.js'
import { sharedBrowser } from './shared.test-support.js'

const modelPath = path.join(t.testdir(), 'dressed.gltf')
const limits = { timeoutMs: 60_000 }

/** `drawing` reduced to 6 x 8 brightness levels (0 to 255). They were stored after a manual check of the picture. */
const rendered = [
  238, 242, 245, 243, 240, 237, 241, 246, 248, 254, 251, 240, 244, 249, 255, 212, 219, 248, 244, 252, 247, 102, 126,
  252, 242, 255, 208, 102, 100, 220, 239, 252, 175, 108, 93, 181, 236, 240, 237, 224, 222, 228, 234, 235, 239, 241, 240,
  236,
]

const drawing: Drawing = {
  width: 154,
  height: 205,
  camera: { azimuth: 24, elevation: 7 },
  appearance: {},
  samples: { from: 0, to: 16 },
}

let browser: Browser
let stage: ModelOnStage
/** `whole` is `drawing` with all 16 samples. `few` has only the first four samples, which are enough for most tests. */
let whole: Buffer
let few: Buffer
t.before(async () => {
  await writeFile(modelPath, await makeDrapedGarment())
  browser = await sharedBrowser()
  stage = await openModelOnStage(browser, { modelPath, ...limits })
  whole = await stage.draw(drawing, limits)
  few = await draw({})
})
t.teardown(() => stage.close())

const draw = (changed: Partial<Drawing>) => stage.draw({ ...drawing, samples: { from: 0, to: 4 }, ...changed }, limits)

t.test('a studio picture has softer shadows and edges than the preview, in the same colours', async (t) => {
  const preview = await draw({ samples: null })
  const { mean, largest } = await apart(whole, preview)
  t.ok(mean < 4, `of the same colours: ${mean} levels apart on average`)
  t.ok(largest > 30, `not the same picture: ${largest} levels apart at most`)
  // This region lies across the edge of the shadow on the skirt.
  const shadowEdge = { left: 84, top: 80, width: 8, height: 40 }
  const [soft, hard] = [await steepest(whole, shadowEdge), await steepest(preview, shadowEdge)]
  t.ok(soft < hard * 0.6, `the shadow falls off softly: ${soft} levels a pixel, not ${hard}`)
})

t.test('the weighted mean of sample ranges equals the whole picture', async (t) => {
  const range = async (from: number, to: number) => ({ png: await draw({ samples: { from, to } }), samples: to - from })
  // The ranges are out of order, because the state of one drawing must not affect the next drawing.
  const ranges = [await range(11, 16), await range(0, 3), await range(3, 11)]
  const { largest } = await apart(await averageSamples(ranges), whole)
  t.ok(largest <= 1, `${largest} levels apart at most`)
  t.notSame(ranges[0]?.png, ranges[1]?.png, 'each range has different samples')
})

t.test('joined tiles equal the whole picture', async (t) => {
  for (const background of ['theme', 'transparent'] as const) {
    const tile = async (x: number, y: number, width: number, height: number) => {
      const part = { x, y, width, height }
      return { tile: part, png: await draw({ tile: part, appearance: { background } }) }
    }
    const tiles = [await tile(0, 0, 70, 101), await tile(70, 0, 84, 101), await tile(0, 101, 154, 104)]
    const { over2, mean } = await apart(await joinTiles(154, 205, tiles), await draw({ appearance: { background } }))
    // Few pixels differ. The renderer rounds vertices to a fraction of a pixel, and the result of the rounding depends
    // on the tile's position.
    t.ok(over2 < 0.001, `${background}: ${over2 * 100} % of the pixels are more than 2 levels apart`)
    t.ok(mean < 0.01, `${background}: ${mean} levels apart on average`)
  }
})

t.test('renders a colourway, a moment of a clip and a transparent background', async (t) => {
  const front = { left: 84, top: 120, width: 10, height: 10 }
  const colourAt = async (png: Buffer) => {
    const { channels } = await sharp(await sharp(png).extract(front).toBuffer()).stats()
    return { r: channels[0]!.mean, b: channels[2]!.mean }
  }
  const [red, sea] = [await colourAt(few), await colourAt(await draw({ appearance: { colourway: 'Sea' } }))]
  t.ok(red.r > red.b && sea.b > sea.r, 'red as in the file, blue in the colourway Sea')

  const shrunken = await draw({ appearance: { animation: { clip: 0, seconds: 0.99 } } })
  t.ok((await apart(shrunken, few)).mean > 5, 'the skirt is half as large at the end of its clip')
  const first = await draw({ appearance: { animation: { clip: 0, seconds: 0 } } })
  t.equal((await apart(first, few)).largest, 0, 'and as large as in the file at its start')

  const cut = await pixelsOf(await draw({ appearance: { background: 'transparent' } }))
  t.equal(cut.data[3], 0, 'the corner is transparent')
  t.equal(cut.data[(125 * 154 + 88) * 4 + 3], 255, 'the skirt is opaque')
  const partly = cut.data.filter((alpha, i) => i % 4 === 3 && alpha > 0 && alpha < 255)
  t.ok(partly.length > 200, 'soft edges and a shadow')

  t.ok((await draw({})).equals(few), 'afterwards the first picture is unchanged')
})

t.test('a pose gives the same picture as the fitted camera', async (t) => {
  const points = pointsOnStage(await readFile(modelPath, 'utf8'))
  const camera = new PerspectiveCamera()
  camera.aspect = drawing.width / drawing.height
  aimCamera(camera, points, { ...defaultView, azimuth: 24, elevation: 7 })
  const pose = readPose(camera, points)
  const { largest } = await apart(await draw({ camera: pose }), few)
  t.ok(largest <= 1, `${largest} levels apart at most`)
  const closer = { ...pose, fov: pose.fov / 2 }
  t.ok((await apart(await draw({ camera: closer }), few)).mean > 10, 'a longer lens shows something else')
})

t.test('the picture equals the stored one', async (t) => {
  const small = await sharp(whole).resize(6, 8, { fit: 'fill' }).greyscale().raw().toBuffer()
  const largest = Math.max(...small.map((level, i) => Math.abs(level - (rendered[i] as number))))
  t.ok(largest <= 4, `${largest} levels apart at most: ${[...small].join(', ')}`)
})

t.test('previews sharpen after 1, 2, 4 samples, and progress never decreases', async (t) => {
  const reported: number[] = []
  const previews: { picture: Buffer; samples: number }[] = []
  await stage.draw(
    { ...drawing, width: 410, height: 546, samples: { from: 3, to: 8 } },
    {
      ...limits,
      onSample: (done) => reported.push(done),
      onPreview: (picture, samples) => previews.push({ picture, samples }),
    },
  )
  t.same(
    previews.map(({ samples }) => samples),
    [1, 2, 4],
  )
  for (const { picture } of previews)
    t.match(await sharp(picture).metadata(), { format: 'webp', width: 360, height: 480 })
  t.same(
    reported,
    [...reported].sort((a, b) => a - b),
  )
  t.equal(reported.at(-1), 5, 'the last one is all of them')
})

t.test('a cancelled drawing ends long before its last sample, and the next one works', async (t) => {
  const pid = browser.pid()
  const cancel = new AbortController()
  let cancelledAt = 0
  // Rendering all these samples would take hours.
  const cancelled = stage.draw(
    { ...drawing, samples: { from: 0, to: 100_000 } },
    {
      ...limits,
      signal: cancel.signal,
      onSample: () => {
        // The timer aborts the drawing while samples render, not between two batches.
        setTimeout(() => {
          cancelledAt ||= Date.now()
          cancel.abort(new Error('cancelled by its owner'))
        }, 20)
      },
    },
  )
  await t.rejects(cancelled, { message: 'cancelled by its owner' })
  t.comment(`over after ${Date.now() - cancelledAt} ms`)
  t.ok((await draw({})).equals(few), 'the same picture as before')
  t.equal(browser.pid(), pid, 'from the same browser')
})

t.test('a page that does not answer is killed, and the next drawing starts another browser', async (t) => {
  const cancel = new AbortController()
  const pid = browser.pid()
  const huge = { ...drawing, width: 4096, height: 3072, samples: { from: 0, to: 1 } }
  const cancelled = stage.draw(huge, { ...limits, signal: cancel.signal })
  setTimeout(() => cancel.abort(new Error('enough')), 300)
  await t.rejects(cancelled, { message: 'enough' })
  await t.rejects(stage.draw(huge, { timeoutMs: 500 }), { code: 'PROCESSING_TOO_LONG' })
  t.ok((await draw({})).equals(few), 'the same picture as before')
  t.not(browser.pid(), pid, 'from another browser')
})
