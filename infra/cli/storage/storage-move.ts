import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dumpList, readList } from '@toile/db/copies'
import { openStorage } from '@toile/storage/open'
import { sayCopied } from './backup.js'
import { WrongUsage, type Command } from '../command.js'
import { copyFiles, STORED_FILES } from './copy-files.js'
import { createScreen } from '../screen.js'
import { readSettings } from '../settings.js'

/**
 * Copies all stored files to the other kind of store, which the environment must also configure. Run it while Toile
 * runs, stop Toile, run it again for new files, and start Toile with the other STORAGE_DRIVER. The old files stay.
 */
export const storageMove: Command = {
  usage: 'storage move --to folder|s3',
  async run(args) {
    const { to } = parseArgs({ args, options: { to: { type: 'string' } } }).values
    if (to !== 'folder' && to !== 's3') throw new WrongUsage('storage move needs --to folder or --to s3.')
    const from = to === 's3' ? 'folder' : 's3'
    const [source, target] = [from, to].map((driver) => readSettings(['storage'], { STORAGE_DRIVER: driver }))
    const lists = await mkdtemp(path.join(tmpdir(), 'toile-move-'))
    try {
      await dumpList(source!.databaseUrl, lists, 'files', STORED_FILES)
      const list = readList(lists, 'files')
      sayCopied(
        await copyFiles(list, await openStorage(source!.storage), await openStorage(target!.storage), createScreen()),
      )
    } finally {
      await rm(lists, { recursive: true, force: true })
    }
  },
}
