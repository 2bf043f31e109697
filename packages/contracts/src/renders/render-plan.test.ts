import t from '@toile/testing/tap'
import { defaultAppearance } from '../models/appearance.constants.js'
import { planRender, type RenderSettings } from './render-plan.js'

const settings = (over: Partial<RenderSettings>): RenderSettings => ({
  type: 'still',
  engine: 'studio',
  width: 1724,
  height: 924,
  samples: 32,
  cameras: [{ azimuth: 0, elevation: 4 }],
  look: defaultAppearance,
  ...over,
})
const turn = (frames: number) => Array.from({ length: frames }, (_, i) => ({ azimuth: i, elevation: 7 }))

await t.test('every sample of every pixel of every picture is drawn exactly once', async (t) => {
  for (const over of [
    { engine: 'preview', samples: 1 },
    { samples: 7 },
    { samples: 256 },
    { width: 3840, height: 2160, samples: 64 },
    { width: 4096, height: 4095, engine: 'preview', samples: 1 },
    { type: 'turntable', engine: 'preview', samples: 1, cameras: turn(120) },
    { type: 'views', cameras: turn(4), samples: 128 },
    { engine: 'cycles', width: 4096, height: 4096, samples: 200 },
  ] as Partial<RenderSettings>[]) {
    const asked = settings(over)
    const { chunks } = planRender(asked, 100_000)
    const pieces = chunks.flatMap((chunk) => chunk.pieces)
    t.equal(new Set(pieces.map(({ name }) => name)).size, pieces.length, 'each has a name of its own')
    let drawn = 0
    for (const { tile, samples, width, height } of pieces) {
      const size = tile ?? { width, height }
      drawn += size.width * size.height * (samples ? samples.to - samples.from : 1)
      if (tile) t.ok(tile.x >= 0 && tile.x + tile.width <= width && tile.y + tile.height <= height)
      if (samples) t.ok(samples.from >= 0 && samples.to <= asked.samples && samples.to > samples.from)
    }
    t.equal(drawn, asked.width * asked.height * asked.samples * asked.cameras.length)
  }
})

await t.test('a chunk holds enough work for a job, and no piece is larger than a tile', async (t) => {
  const { chunks, estimatedSeconds } = planRender(
    settings({ type: 'turntable', engine: 'preview', samples: 1, cameras: turn(72), width: 1920, height: 1080 }),
    115_000,
  )
  t.ok(chunks.length > 2)
  for (const chunk of chunks) t.ok(chunk.estimatedSeconds >= 4, `${chunk.estimatedSeconds} s`)
  t.ok(Math.abs(chunks.reduce((sum, chunk) => sum + chunk.estimatedSeconds, 0) - estimatedSeconds) < 1e-6)
  t.equal(planRender(settings({ engine: 'preview', samples: 1 }), 1_000).chunks.length, 1)
  const tiles = planRender(settings({ width: 3840, height: 2160, samples: 1 }), 1_000).chunks.flatMap((c) => c.pieces)
  t.same(
    tiles.map(({ tile }) => [tile!.width, tile!.height]),
    Array.from({ length: 4 }, () => [1920, 1080]),
  )
})

await t.test('a long render, or one that waits for approval, draws a small picture first', async (t) => {
  const quick = settings({ engine: 'preview', samples: 1 })
  t.equal(planRender(quick, 1_000).scout, null)
  t.ok(planRender(quick, 1_000, { scoutFirst: true }).scout)
  const { scout, estimatedSeconds } = planRender(settings({ samples: 256 }), 500_000)
  t.ok(estimatedSeconds > 30)
  t.ok(scout!.estimatedSeconds < estimatedSeconds / 10)
  t.match(scout!.pieces, [{ name: 'scout', width: 480, height: 257 }])
})
