import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { coverAngles } from '@toile/contracts/images/images.constants'
import { newId } from '@toile/contracts/ids'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { imagesOfUploads } from '@toile/db/images/images'
import { findUpload } from '@toile/db/uploads/uploads'
import { insertUser } from '@toile/db/users/users'
import { makeGarment } from '@toile/testing/garments/garments'
import { until } from '@toile/testing/until'
import { demoGarments } from '@toile/demo/garments/demo-garments'
import { madeGarment } from '@toile/demo/made'
import { withSession } from '../../cli/client/session.js'
import { sendFile } from '../../cli/client/send-file.js'
import { startBaseline } from '../processes/baseline.js'
import { compare } from '../measure/compare.js'
import { measureBySize } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import { median } from '../measure/median.js'
import type { Measurements } from '../report/results.js'

/** A felt hat, a blazer and a coat: 3 to 8 MB each. */
const garments = ['wide-brim-hat', 'blazer', 'coat']
const TIMES_OF_BARE = 1.25
/** Goal: the first cover exists after at most this share of the time until the garment is ready. */
const COVER_SHARE = 0.5
/** A test garment of n rings has 4 n² triangles, here 484 to 501,264. */
const growingRings = [11, 35, 112, 354]

/** Compares the time from a garment's last byte to `ready_to_publish` with a script of the same library calls. */
export async function benchModel({ toile, folder }: Bench): Promise<Measurements> {
  const { env, port } = await toile()
  const files = await writeGarments(path.join(folder, 'garments'))
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const account = { username: 'tailor', email: 'tailor@example.test', inviteCode: 'tailor', passwordHash: null }
  const owner = await insertUser(db, { ...account, emailVerified: true })
  const bare = startBaseline<{ file: string; folder: string }>('model-baseline', env)
  const coverShares: number[] = []
  try {
    return await withSession(db, owner, env['SECRET']!, async (token) => {
      const api = { url: `http://127.0.0.1:${port}`, token, signal: new AbortController().signal }
      const makeReady = async (file: string) => {
        let id = ''
        await sendFile(file, api, { announced: (it) => (id = it), progress: () => {}, interrupted: () => {} })
        return secondsUntilReady(db, id)
      }
      const compared = await compare({
        what: `${files.length} demo garments one after the other, from the last byte to ready to publish`,
        unit: 's',
        better: 'less',
        work: { unit: 'garment', count: files.length },
        contenders: [
          {
            name: 'Toile',
            kind: 'subject',
            async run(isWarmUp) {
              let value = 0
              for (const file of files) {
                const { ready, cover } = await makeReady(file)
                value += ready
                if (!isWarmUp) coverShares.push(cover / ready)
              }
              return { value }
            },
          },
          {
            name: 'the same calls in one script',
            kind: 'baseline',
            goal: TIMES_OF_BARE,
            async run() {
              let value = 0
              for (const file of files) {
                const own = path.join(folder, newId())
                mkdirSync(own)
                value += await bare.run({ file, folder: own })
              }
              return { value }
            },
          },
        ],
      })
      const grown = new Map<number, string>()
      for (const segments of growingRings) {
        const file = path.join(folder, `${segments}.glb`)
        writeFileSync(file, await makeGarment({ segments }))
        grown.set(4 * segments ** 2, file)
      }
      const growing = { name: 'Toile', run: async (size: number) => (await makeReady(grown.get(size)!)).ready }
      const series = await measureBySize([...grown.keys()], [growing])
      const share = { what: 'the first cover is there after', unit: 'of the time until ready', atMost: COVER_SHARE }
      return {
        compared: [compared],
        figures: [{ ...share, value: median(coverShares) }],
        plots: [{ title: 'A garment, from its last byte to ready', over: 'triangles', unit: 's', series }],
      }
    })
  } finally {
    await bare.end()
    await db.destroy()
  }
}

async function writeGarments(folder: string): Promise<string[]> {
  mkdirSync(folder)
  const files = []
  for (const garment of demoGarments.filter(({ name }) => garments.includes(name))) {
    const file = path.join(folder, `${garment.name}.glb`)
    writeFileSync(file, await madeGarment(garment))
    files.push(file)
  }
  return files
}

/** Waits for all covers, because drawing them later would slow the next run. Throws if the upload fails. */
async function secondsUntilReady(db: Db, id: string): Promise<{ ready: number; cover: number }> {
  const began = performance.now()
  let [cover, ready] = [0, 0]
  await until(async () => {
    const upload = (await findUpload(db, id))!
    if (upload.stage === 'failed') throw new Error(`A garment failed: ${upload.failure?.code}`)
    const covers = (await imagesOfUploads(db, [id])).filter(({ purpose }) => purpose === 'cover')
    const seconds = (performance.now() - began) / 1_000
    if (covers.length > 0) cover ||= seconds
    if (upload.stage === 'ready_to_publish') ready ||= seconds
    return ready > 0 && covers.length === coverAngles.length
  })
  return { ready, cover }
}
