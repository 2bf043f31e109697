import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { newId } from '@toile/contracts/ids'
import type { RenderSettings } from '@toile/contracts/renders/render-plan'
import type { Render, RenderInput } from '@toile/contracts/renders/renders'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { findRender } from '@toile/db/renders/renders'
import { findModelKey } from '@toile/db/uploads/uploads'
import { insertUser } from '@toile/db/users/users'
import { freePort } from '@toile/runtime/ports'
import { openStorage } from '@toile/storage/open'
import { until } from '@toile/testing/until'
import { demoGarments } from '@toile/demo/garments/demo-garments'
import { madeGarment } from '@toile/demo/made'
import { callApi } from '../../cli/client/api.js'
import { withSession } from '../../cli/client/session.js'
import { sentAndReady } from '../../start/demo/works.js'
import { argumentsOf, environmentOf, processes } from '../../start/processes.js'
import { startBaseline } from '../processes/baseline.js'
import { compare, type Compared, type Sample } from '../measure/compare.js'
import { measureBySize } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import { processorSeconds } from '../measure/processor.js'
import type { Measurements } from '../report/results.js'

const GARMENT = 'wide-brim-hat'
const ENTRY = 'workers/renders/dist/main.js'
const FRAMES = 72
const OVERHEAD = 1.08
const SHARING = 1.08
/** With fewer cores, one worker keeps all of them busy, so the elapsed time of two workers would show nothing. */
const CORES_FOR_WALL_TIME = 4
const still = { type: 'still', engine: 'studio', width: 640, height: 854, samples: 16 } as const
const turntable = { type: 'turntable', engine: 'preview', width: 240, height: 320, frames: FRAMES } as const

/** Width and height of stills with about 5,400 pixels, and with 10, 100 and 1,000 times as many. */
const growingSides = [
  [64, 85],
  [202, 269],
  [640, 854],
  [2_024, 2_700],
] as const
const FEW_SAMPLES = 4

type Still = Pick<typeof still, 'type' | 'engine'> & Record<'width' | 'height' | 'samples', number>
type Wanted = Still | typeof turntable

/**
 * Measures a studio still and a turntable from the call to the finished file. Compares each with a bare page that draws
 * the same. Then measures the turntable again with two workers.
 */
export async function benchRender({ toile, folder, say }: Bench): Promise<Measurements> {
  const { env, port } = await toile()
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const account = { username: 'director', email: 'director@example.test', inviteCode: 'director', passwordHash: null }
  const owner = await insertUser(db, { ...account, emailVerified: true })
  const bare = startBaseline<{ settings: RenderSettings; modelPath: string; folder: string }>('render-baseline', env)
  try {
    return await withSession(db, owner, env['SECRET']!, async (token) => {
      const api = { url: `http://127.0.0.1:${port}`, token, signal: new AbortController().signal }
      const garment = path.join(folder, `${GARMENT}.glb`)
      writeFileSync(garment, await madeGarment(demoGarments.find(({ name }) => name === GARMENT)!))
      const { id: uploadId } = await sentAndReady(db, api, owner.id, garment)
      const modelPath = path.join(folder, 'rendered.glb')
      const storage = await openStorage({ driver: 'folder', folder: env['STORAGE_DIR']! })
      await storage.fetchTo((await findModelKey(db, uploadId))!, modelPath)

      let elevation = 5
      let settings: RenderSettings | undefined
      const drawnBy = async (wanted: Wanted): Promise<Sample> => {
        // Each render needs new settings, because the API answers a render with known settings from its cache.
        const camera = { azimuth: 24, elevation: (elevation += 0.01) }
        const body: RenderInput = { ...wanted, camera, source: { uploadId } }
        const began = performance.now()
        const { id } = await callApi<Render>(api, 'POST', '/renders', { body, idempotencyKey: newId() })
        await finished(db, id)
        const value = (performance.now() - began) / 1_000
        settings = await settingsOf(db, id)
        return { value }
      }
      const bareOf = async (wanted: Wanted): Promise<Sample> => {
        if (settings?.type !== wanted.type) await drawnBy(wanted)
        const own = path.join(folder, newId())
        mkdirSync(own)
        return { value: await bare.run({ settings: settings!, modelPath, folder: own }) }
      }
      const against = (what: string, wanted: Wanted, count: number, goal?: number) =>
        compare({
          what,
          unit: 's',
          better: 'less',
          work: { unit: count > 1 ? 'frame' : 'picture', count },
          contenders: [
            { name: 'Toile', kind: 'subject', run: () => drawnBy(wanted) },
            { name: 'one page', kind: 'baseline', run: () => bareOf(wanted), ...(goal && { goal }) },
          ],
        })

      const size = `${FRAMES} frames of ${turntable.width} x ${turntable.height}`
      const picture = `a studio still of ${still.width} x ${still.height}, ${still.samples} samples`
      const compared = [
        await against(picture, still, 1, OVERHEAD),
        await against(`a turntable of ${size}, one worker`, turntable, FRAMES, OVERHEAD),
      ]
      const sides = new Map(growingSides.map(([width, height]) => [width * height, { width, height }]))
      const growing = {
        name: 'Toile',
        run: async (pixels: number) => (await drawnBy({ ...still, ...sides.get(pixels)!, samples: FEW_SAMPLES })).value,
      }
      const series = await measureBySize([...sides.keys()], [growing])
      const plot = { title: `A studio still of ${FEW_SAMPLES} samples`, over: 'pixels', unit: 's', series }
      const entry = processes.find((process_) => process_.entry === ENTRY)!
      const second = spawn(process.execPath, argumentsOf(entry), {
        env: environmentOf(entry, env, await freePort()),
        stdio: 'ignore',
      })
      try {
        // Turntables are drawn until the second worker has used 5 s of processor time. By then, the model is loaded.
        await until(async () => {
          await drawnBy(turntable)
          say('waiting for the second worker')
          return processorSeconds(({ pid }) => pid === second.pid) > 5
        })
        compared.push(await against(`a turntable of ${size}, two workers`, turntable, FRAMES))
      } finally {
        second.kill('SIGTERM')
        await once(second, 'exit')
      }
      const sharing = costAgainstPage(compared[2]!) / costAgainstPage(compared[1]!)
      const wall = compared[1]!.contenders[0]!.median / compared[2]!.contenders[0]!.median
      return {
        compared,
        plots: [plot],
        figures: [
          {
            what: 'processor for a frame with two workers, of that with one',
            value: sharing,
            unit: '×',
            atMost: SHARING,
          },
        ],
        ...(availableParallelism() >= CORES_FOR_WALL_TIME && {
          lines: [{ what: 'a turntable with two workers is there sooner', measured: `× ${wall.toFixed(2)}` }],
        }),
      }
    })
  } finally {
    await bare.end()
    await db.destroy()
  }
}

/** Returns Toile's processor time per frame, divided by that of the bare page in the same comparison. */
function costAgainstPage({ contenders }: Compared): number {
  return contenders[0]!.processor!.seconds / contenders[1]!.processor!.seconds
}

async function finished(db: Db, id: string): Promise<void> {
  await until(async () => ['finished', 'failed'].includes((await findRender(db, id))!.status))
  const row = (await findRender(db, id))!
  if (row.status === 'failed') throw new Error(`A render failed: ${row.failure?.code}`)
}

async function settingsOf(db: Db, id: string): Promise<RenderSettings> {
  const { settings } = await db.selectFrom('renders').select('settings').where('id', '=', id).executeTakeFirstOrThrow()
  return settings
}
