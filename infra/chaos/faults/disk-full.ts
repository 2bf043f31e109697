import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import { call, json, type Client } from '../workload/client.js'
import type { Disk, Disks } from '../system/disks.js'
import { holdMs, within, type Fault, type FaultParts } from './fault.js'

const FILL_MS = 10_000
const SEEN_MS = 15_000
const HEALED_MS = 60_000
/** Time limit of a call. It can be short, because no other fault delays the call. */
const CALL_MS = 15_000

type Place = keyof Omit<Disks, 'release'>

export function fullDisks(parts: FaultParts): Fault[] {
  const { disks } = parts.system
  if (!disks) return []
  return (['store', 'redis', 'postgres'] as const).map((place) => ({
    kind: `${place} full`,
    name: `the disk of ${place === 'store' ? 'the files' : place} is full`,
    async strike() {
      const disk = disks[place]
      try {
        if (!(await within(FILL_MS, () => filled(disk)))) return undefined
        const seen = await effects[place](parts)
        if (seen) await whileFull(parts, place)
        await wait(holdMs(parts))
        return seen
      } finally {
        disk.empty()
        await within(HEALED_MS, () => healed(parts))
      }
    },
  }))
}

function filled(disk: Disk): boolean {
  disk.fill()
  return disk.free() < 1_000_000
}

const effects: Record<Place, (parts: FaultParts) => Promise<string | undefined>> = {
  async store({ caller }) {
    let status = 0
    await within(SEEN_MS, async () => {
      status = (await announce(caller)).status
      return status === 507
    })
    return status === 507 ? 'an upload was answered with 507' : undefined
  },
  async redis({ system: { redis } }) {
    let said = ''
    await within(SEEN_MS, async () => {
      await redis.set('chaos:filler', 'x'.repeat(100_000)).catch((error: Error) => (said = error.message))
      return said.startsWith('MISCONF')
    })
    return said.startsWith('MISCONF') ? 'Redis answered MISCONF' : undefined
  },
  async postgres({ system: { db } }) {
    let said: string | undefined
    await within(SEEN_MS, async () => {
      await sql`create temp table filler on commit drop as select repeat('x', 1000) from generate_series(1, 2000)`
        .execute(db)
        .catch((error: { code?: string }) => (said = error.code))
      return said === DISK_FULL
    })
    return said === DISK_FULL ? `Postgres answered ${DISK_FULL} (disk_full)` : undefined
  },
}
const DISK_FULL = '53100'

const announce = (client: Client) => call(client, 'POST', '/uploads', { headers: { 'upload-length': '5000' } }, CALL_MS)

/** Creates an upload (for `store`) or a work (for the other disks), and writes the answer to the journal. */
async function whileFull({ caller }: FaultParts, place: Place): Promise<void> {
  const { journal } = caller
  if (place === 'store') {
    const answer = await announce(caller).catch(() => undefined)
    const body = (await answer?.json().catch(() => undefined)) as { code?: string } | undefined
    journal.write({ kind: 'whileFull', place, status: answer?.status ?? 0, said: body?.code ?? '' })
    return
  }
  const key = newId()
  const title = key.slice(-12)
  const body = json({ title }, { 'idempotency-key': key })
  const answer = await call(caller, 'POST', '/works', body, CALL_MS).catch(() => undefined)
  journal.write({ kind: 'whileFull', place, status: answer?.status ?? 0, said: title })
  if (answer?.status !== 201) return
  const { id } = (await answer.json()) as { id: string }
  journal.write({ kind: 'work', title, workId: id })
}

async function healed({ system: { redis, db } }: FaultParts): Promise<boolean> {
  await redis.set('chaos:filler', '')
  await sql`create temp table filler on commit drop as select 1`.execute(db)
  return true
}
