import { sql, type Kysely } from 'kysely'

const stages = sql`stage in ('upload', 'finished', 'processed')`
const statuses = sql`status in ('pending', 'processing')`
/** What is on its way to be ready; of it, who takes a worker's time; and what counts as in line for its owner. */
const things = [
  {
    name: 'uploads',
    inMotion: sql`(received_at is not null and ${stages} or wanted_correction is not null)`,
    // The work on a video is the video's.
    takesTime: sql`(kind <> 'video' or stage = 'upload')`,
    ofOwner: sql`(${stages} or wanted_correction is not null)`,
  },
  { name: 'images', inMotion: statuses, takesTime: sql`true`, ofOwner: statuses },
  { name: 'videos', inMotion: statuses, takesTime: sql`true`, ofOwner: undefined },
]

/** Uploads, pictures and videos wait for their turn in Postgres; see queries/lines.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The turn that each queue has come to.
  await sql`create table lines (queue text primary key, turn bigint not null default 0)`.execute(db)
  await sql`insert into lines (queue) values ('uploads'), ('images'), ('videos')`.execute(db)
  for (const { name, inMotion, takesTime, ofOwner } of things) {
    const table = sql.table(name)
    const index = (suffix: string) => sql.ref(`${name}_${suffix}`)
    await sql`alter table ${table} add column admitted_at timestamptz, add column turn bigint`.execute(db)
    // These have their jobs.
    await sql`update ${table} set admitted_at = now() where ${inMotion}`.execute(db)
    // Who is next. What the version before takes in has no turn and comes first.
    await sql`create index ${index('waiting')} on ${table} (turn nulls first, id)
      where admitted_at is null and ${inMotion}`.execute(db)
    await sql`create index ${index('at_work')} on ${table} (owner_id)
      where admitted_at is not null and ${inMotion} and ${takesTime}`.execute(db)
    // A person's last turn.
    await sql`create index ${index('turns')} on ${table} (owner_id, turn) where turn is not null`.execute(db)
    if (ofOwner) await sql`create index ${index('in_line')} on ${table} (owner_id) where ${ofOwner}`.execute(db)
  }
}
