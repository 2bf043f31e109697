import { loadDatabase, readList } from '@toile/db/copies'
import { appliedNames, migrate, migrations, recreateSchema } from '@toile/db/migrate'
import { hasNonDemoUsers } from '@toile/db/users/users'
import { openStorage } from '@toile/storage/open'
import { backupFiles, databaseFolder, folderOf, readBackup, sayCopied } from './backup.js'
import { CommandFailed, type Command } from '../command.js'
import { copyFiles } from './copy-files.js'
import { createScreen } from '../screen.js'
import { readSettings, withDb } from '../settings.js'

/**
 * Puts a backup into a Toile that is empty but for demo accounts: files first, then the rows that name them, in the schema
 * of the time of the backup, which is then brought up to date. May be run again when it was broken off.
 */
export const restore: Command = {
  usage: 'restore DIR',
  async run(args) {
    const folder = folderOf(args, 'restore')
    const { database, takenAt } = await readBackup(folder)
    const config = readSettings(['storage'])
    const unknown = database.migrations.find((name) => !(name in migrations))
    if (unknown) throw new CommandFailed(`The backup is of a newer Toile: this one does not know ${unknown}.`)
    await withDb(config, async (db) => {
      // Broken off before, it may have left no schema at all.
      if ((await appliedNames(db)).length > 0 && (await hasNonDemoUsers(db)))
        throw new CommandFailed('There are people in this Toile: restore into an empty one.')
      const list = readList(databaseFolder(folder), 'files')
      const copied = await copyFiles(list, backupFiles(folder), await openStorage(config.storage), createScreen())
      await recreateSchema(db, database.migrations.toSorted().at(-1)!)
      await loadDatabase(config.databaseUrl, databaseFolder(folder), database)
      await migrate(db)
      console.log(`As of ${takenAt}:`)
      sayCopied(copied)
    })
  },
}
