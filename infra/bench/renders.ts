import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@toile/runtime/ports'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { findRender } from '@toile/db/queries/renders'
import { findModelKey } from '@toile/db/queries/uploads'
import { insertUser } from '@toile/db/queries/users'
import { openStorage } from '@toile/storage/open'
import { makeReadyUpload, makeRender } from '@toile/testing/factories'
import { makeGarment } from '@toile/testing/garments'
import { until } from '@toile/testing/until'
import { environmentOf, processes, root } from '../start/processes.js'
import type { Line } from './line.js'

const FRAMES = 24
const ENTRY = 'workers/renders/dist/main.js'
const TICKS_PER_SECOND = 100

/**
 * What a frame of a film costs of the processor when one worker draws it, and when two share it: sharing must be nearly
 * free, whatever the cores. Wall time is not told: two workers on two cores have no more to draw with than one.
 */
export async function benchRenders(env: Record<string, string>): Promise<Line[]> {
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const account = { username: 'director', email: 'director@example.test', inviteCode: 'director', passwordHash: null }
  const owner = await insertUser(db, account)
  const { uploadId } = await makeReadyUpload(db, owner)
  const storage = await openStorage({ driver: 'folder', folder: env['STORAGE_DIR']! })
  await storage.put((await findModelKey(db, uploadId))!, await makeGarment(), { contentType: 'model/gltf-binary' })
  let elevation = 0
  /** Draws one film, each frame a part of its own. @returns seconds of the processor a frame, and who drew how many */
  const film = async () => {
    elevation += 2
    const cameras = Array.from({ length: FRAMES }, (_, i) => ({ azimuth: i * 15, elevation, allRound: true }) as const)
    const before = processorSeconds()
    const id = await makeRender(db, owner, { uploadId, cameras, width: 640, height: 854, triangles: 1_500_000 })
    const { workers } = await finished(db, id)
    return { seconds: (processorSeconds() - before) / FRAMES, workers }
  }

  // The first of each number of workers is for all of them to come to their stage.
  await film()
  const one = await film()
  const entry = processes.find((process_) => process_.entry === ENTRY)!
  const second = spawn(process.execPath, [path.join(root, ENTRY)], {
    env: environmentOf(entry, env, await freePort()),
    stdio: 'ignore',
  })
  let warm = await film()
  while (warm.workers.length < 2) warm = await film()
  const two = await film()
  second.kill('SIGTERM')
  await once(second, 'exit')
  await db.destroy()
  const shares = two.workers.map(({ chunks }) => chunks).join(' and ')
  const figures = `${one.seconds.toFixed(2)} and ${two.seconds.toFixed(2)} (x ${(two.seconds / one.seconds).toFixed(2)})`
  return [
    {
      what: `a film of ${FRAMES} frames of 640 x 854: seconds of the processor a frame, by one worker and by two`,
      measured: `${figures}; the two drew ${shares} parts`,
    },
  ]
}

async function finished(db: Db, id: string) {
  await until(async () => ['finished', 'failed'].includes((await findRender(db, id))!.status))
  const row = (await findRender(db, id))!
  if (row.status === 'failed') throw new Error(`A film failed: ${row.failure?.code}`)
  return row
}

/** What all render workers below this process, and their browsers, have used so far. */
function processorSeconds(): number {
  const all = new Map<number, { parent: number; ticks: number; args: string }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of the program stands in brackets and may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      all.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]), args })
    } catch {
      // It ended meanwhile.
    }
  }
  const isOfWorker = (pid: number): boolean => {
    const found = all.get(pid)
    return found !== undefined && (found.args.includes(ENTRY) || isOfWorker(found.parent))
  }
  let ticks = 0
  for (const [pid, found] of all) if (isOfWorker(pid)) ticks += found.ticks
  return ticks / TICKS_PER_SECOND
}
