import { sql } from 'kysely'
import type { Db } from '../client.js'
import { contains } from '../table.js'

export interface FoundUser {
  id: string
  name: string
  username: string
  email: string | null
  tenant: { id: string; name: string } | null
  avatarId: string | null
}

const MOST = 10

/** Finds users who have an email address. Exact matches come first, then displayed names that begin with `words`. */
export async function searchUsers(db: Db, words: string): Promise<FoundUser[]> {
  const name = sql`lower(coalesce(nullif(nickname, ''), username::text))`
  const asked = words.trim().toLowerCase()
  const found = await sql<FoundUser>`
    select users.id, coalesce(nullif(nickname, ''), username::text) as name, username, email, avatar_id as "avatarId",
      case when tenants.id is not null then jsonb_build_object('id', tenants.id, 'name', tenants.name) end as tenant
    from users left join tenants on tenants.id = users.tenant_id
    where users.deleted_at is null and email is not null
      and ${contains(asked, sql`nickname`, sql`username`, sql`email`)}
    order by ${asked} in (${name}, lower(username::text), lower(email::text)) desc,
      position(${asked} in ${name}) = 1 desc, ${name}, users.id limit ${MOST}`.execute(db)
  return found.rows
}
