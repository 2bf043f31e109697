import { loadDatabase, readList } from '@toile/db/copies'
import { appliedNames, migrate, migrationNames, recreateSchema } from '@toile/db/migrate'
import { hasNonDemoUsers } from '@toile/db/users/users'
import { withClient } from '@toile/db/with-client'
import { openStorage } from '@toile/storage/open'
import { backupFiles, databaseFolder, folderOf, readBackup, sayCopied } from './backup.js'
import { CommandFailed, type Command } from '../command.js'
import { copyFiles } from './copy-files.js'
import { createScreen } from '../screen.js'
import { readSettings, withDb } from '../settings.js'

/**
 * Restores the files, then the rows in the schema that the backup had, and then migrates this schema. An interrupted
 * restore can be repeated until the rows are committed. Refuses to run if Toile has users other than demo users.
 */
export const restore: Command = {
  usage: 'restore DIR',
  async run(args) {
    const folder = folderOf(args, 'restore')
    const { database, takenAt, missing = [] } = await readBackup(folder)
    const config = readSettings(['storage'])
    const known = migrationNames()
    const unknown = database.migrations.find((name) => !known.includes(name))
    if (unknown) throw new CommandFailed(`The backup is of a newer Toile: this one does not know ${unknown}.`)
    // An interrupted restore may have left no schema, and so no table of users to check.
    const applied = await withClient(config.databaseUrl, appliedNames)
    if (applied.length > 0 && (await withDb(config, hasNonDemoUsers)))
      throw new CommandFailed('This Toile has users: restore into an empty one.')
    if (missing.length > 0) console.log(`The backup lacks ${missing.length} files, which backup.json names.`)
    const list = readList(databaseFolder(folder), 'files')
    const copied = await copyFiles(list, backupFiles(folder), await openStorage(config.storage), createScreen())
    await recreateSchema(config.databaseUrl, database.migrations.toSorted().at(-1)!)
    await loadDatabase(config.databaseUrl, databaseFolder(folder), database)
    await migrate(config.databaseUrl)
    console.log(`As of ${takenAt}:`)
    sayCopied(copied)
  },
}
