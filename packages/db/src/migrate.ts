import { Migrator, sql, type Kysely, type Migration, type MigrationProvider } from 'kysely'
import type { Db } from './client.js'
import * as core from './migrations/0001-core.js'
import * as uploads from './migrations/0002-uploads.js'
import * as works from './migrations/0003-works.js'
import * as images from './migrations/0004-images.js'
import * as stageHistory from './migrations/0005-stage-history.js'
import * as accounts from './migrations/0006-accounts.js'
import * as identities from './migrations/0007-identities.js'
import * as hotspots from './migrations/0009-hotspots.js'
import * as unfinishedAccounts from './migrations/0010-unfinished-accounts.js'
import * as levels from './migrations/0011-levels.js'
import * as videos from './migrations/0013-videos.js'
import * as community from './migrations/0014-community.js'
import * as arLevel from './migrations/0015-ar-level.js'
import * as names from './migrations/0016-names.js'
import * as renders from './migrations/0017-renders.js'
import * as renderUses from './migrations/0018-render-uses.js'
import * as messages from './migrations/0019-messages.js'
import * as notifications from './migrations/0020-notifications.js'
import * as queues from './migrations/0021-queues.js'
import * as alerts from './migrations/0022-alerts.js'
import * as activities from './migrations/0023-activities.js'
import * as software from './migrations/0024-software.js'
import * as learning from './migrations/0025-learning.js'
import * as market from './migrations/0026-market.js'
import * as causes from './migrations/0027-causes.js'
import * as office from './migrations/0028-office.js'
import * as evidence from './migrations/0029-evidence.js'
import * as search from './migrations/0030-search.js'
import * as audit from './migrations/0031-audit.js'
import * as hidden from './migrations/0032-hidden.js'
import * as bans from './migrations/0033-bans.js'
import * as moderation from './migrations/0034-moderation.js'
import * as pageViews from './migrations/0035-page-views.js'
import * as officeContent from './migrations/0036-office-content.js'
import * as tenants from './migrations/0037-tenants.js'
import * as categories from './migrations/0038-categories.js'
import * as tableExports from './migrations/0040-table-exports.js'
import * as timelines from './migrations/0041-timelines.js'
import * as uploadAims from './migrations/0042-upload-aims.js'
import * as enteredWorks from './migrations/0043-entered-works.js'
import * as reportsAgain from './migrations/0044-reports-again.js'
import * as corrections from './migrations/0045-corrections.js'
import * as spellings from './migrations/0046-spellings.js'
import * as tagKeys from './migrations/0047-tag-keys.js'
import * as provenSessions from './migrations/0048-proven-sessions.js'
import * as lines from './migrations/0049-lines.js'
import * as removals from './migrations/0050-removals.js'
import * as removalIndexes from './migrations/0051-removal-indexes.js'
import * as networkOfFiles from './migrations/0052-network-of-files.js'
import * as networkOfFilesIndex from './migrations/0053-network-of-files-index.js'
import * as plainNames from './migrations/0054-plain-names.js'

/**
 * The migrations in their order. They only go forward, and expand before they contract: the version before must run
 * on the schema after. An index is built in a migration of its own, since writers wait meanwhile; on a table so large that
 * they would wait too long an operator makes it before, `concurrently`, and the migration makes it `if not exists`.
 */
export const migrations: Record<string, Migration> = {
  '0001-core': core,
  '0002-uploads': uploads,
  '0003-works': works,
  '0004-images': images,
  '0005-stage-history': stageHistory,
  '0006-accounts': accounts,
  '0007-identities': identities,
  '0009-hotspots': hotspots,
  '0010-unfinished-accounts': unfinishedAccounts,
  '0011-levels': levels,
  '0013-videos': videos,
  '0014-community': community,
  '0015-ar-level': arLevel,
  '0016-names': names,
  '0017-renders': renders,
  '0018-render-uses': renderUses,
  '0019-messages': messages,
  '0020-notifications': notifications,
  '0021-queues': queues,
  '0022-alerts': alerts,
  '0023-activities': activities,
  '0024-software': software,
  '0025-learning': learning,
  '0026-market': market,
  '0027-causes': causes,
  '0028-office': office,
  '0029-evidence': evidence,
  '0030-search': search,
  '0031-audit': audit,
  '0032-hidden': hidden,
  '0033-bans': bans,
  '0034-moderation': moderation,
  '0035-page-views': pageViews,
  '0036-office-content': officeContent,
  '0037-tenants': tenants,
  '0038-categories': categories,
  '0040-table-exports': tableExports,
  '0041-timelines': timelines,
  '0042-upload-aims': uploadAims,
  '0043-entered-works': enteredWorks,
  '0044-reports-again': reportsAgain,
  '0045-corrections': corrections,
  '0046-spellings': spellings,
  '0047-tag-keys': tagKeys,
  '0048-proven-sessions': provenSessions,
  '0049-lines': lines,
  '0050-removals': removals,
  '0051-removal-indexes': removalIndexes,
  '0052-network-of-files': networkOfFiles,
  '0053-network-of-files-index': networkOfFilesIndex,
  '0054-plain-names': plainNames,
}

/** Less than a call waits (see client.ts) that queues behind a migration which waits. */
const LOCK_SECONDS = 2

const provider: MigrationProvider = {
  async getMigrations() {
    const careful = ({ up }: Migration): Migration => ({
      async up(db: Kysely<unknown>) {
        await sql`select set_config('lock_timeout', ${`${LOCK_SECONDS}s`}, true)`.execute(db)
        await up(db)
      },
    })
    return Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, careful(migration)]))
  },
}

/**
 * Brings the schema up to date; returns the names of what was applied. Safe to run from several processes at once, and
 * while the version before serves: each migration has a transaction of its own, so that no table stays locked while a later
 * one waits or works, and waits for a lock for `LOCK_SECONDS`. What waited in vain
 * throws and has left nothing; it is run again.
 */
export async function migrate(db: Db): Promise<string[]> {
  // A process of the version before may start while the schema is already ahead: that is allowed, and leaves it alone.
  if (await isAhead(db)) return []
  const migrator = new Migrator({ db, provider })
  const applied: string[] = []
  for (;;) {
    const { error, results } = await migrator.migrateUp()
    if (error) throw error
    if (!results?.length) return applied
    applied.push(...results.map((result) => result.migrationName))
  }
}

/**
 * Empties the database altogether and gives it the schema as it was after the migration `last`, to be filled again.
 * Whoever calls has made sure that nothing in it is wanted.
 */
export async function recreateSchema(db: Db, last: string): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const migrator = new Migrator({ db, provider })
  const { error } = await migrator.migrateTo(last)
  if (error) throw error
}

/** Names of the migrations that the database still lacks. */
export async function migrationsMissing(db: Db): Promise<string[]> {
  const applied = await appliedNames(db)
  return Object.keys(migrations).filter((name) => !applied.includes(name))
}

/** Whether the database knows migrations that this version of the code does not. */
async function isAhead(db: Db): Promise<boolean> {
  return (await appliedNames(db)).some((name) => !(name in migrations))
}

/** Names of the migrations that the database has. */
export async function appliedNames(db: Db): Promise<string[]> {
  const table = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!table.rows[0]?.there) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return applied.rows.map(({ name }) => name)
}
