import { parseArgs } from 'node:util'
import { knownKeys } from '@toile/db/files/files'
import { openStorage } from '@toile/storage/open'
import type { StoredObject } from '@toile/storage/storage'
import type { Command } from '../command.js'
import { megabytes } from './copy-files.js'
import { createScreen } from '../screen.js'
import { readSettings, withDb } from '../settings.js'

/** Bytes may be stored before their row exists, but never this long before. */
const MIN_AGE_MS = 24 * 3600 * 1000
const ASKED_AT_ONCE = 500

/** Removes objects that have no row and are a day old. Killed processes and restored backups leave them behind. */
export const storagePrune: Command = {
  usage: 'storage prune [--dry-run]',
  async run(args) {
    const { 'dry-run': isDry } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } }).values
    const config = readSettings(['storage'])
    const storage = await openStorage(config.storage)
    const screen = createScreen()
    const removed = { objects: 0, bytes: 0 }
    await withDb(config, async (db) => {
      const prune = async (old: StoredObject[]) => {
        const known = await knownKeys(
          db,
          old.map(({ key }) => key),
        )
        for (const { key, bytes } of old.filter((one) => !known.has(one.key))) {
          screen.line(key)
          if (!isDry) await storage.remove(key)
          removed.objects++
          removed.bytes += bytes
        }
      }
      let batch: StoredObject[] = []
      for await (const one of storage.list()) {
        if (Date.now() - one.changedAt.getTime() < MIN_AGE_MS) continue
        batch.push(one)
        if (batch.length < ASKED_AT_ONCE) continue
        await prune(batch)
        batch = []
      }
      if (batch.length > 0) await prune(batch)
    })
    const what = `${removed.objects} objects that no row names, ${megabytes(removed.bytes)} MB`
    console.log(isDry ? `${what}: nothing was removed` : `Removed ${what}`)
  },
}
