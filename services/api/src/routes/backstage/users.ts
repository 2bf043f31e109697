import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { BackstageUser, BackstageUserDetail } from '@toile/contracts/users/users-backstage'
import { inTransaction, type Db } from '@toile/db/client'
import { banUser, unbanUser } from '@toile/db/users/bans'
import { listDevices } from '@toile/db/software/devices'
import { listIdentities } from '@toile/db/sessions/identities'
import { listSessions } from '@toile/db/sessions/sessions'
import { auditUserView, setGroup, signOutUser, markEmailVerified } from '@toile/db/users/user-rights'
import { findUser } from '@toile/db/users/users'
import { findMoreOfUser, usersTable, type BackstageUserRow } from '@toile/db/users/users-backstage'
import { findRow, readTable } from '@toile/db/table'
import { bulk } from '../../http/bulk.js'
import type { Handlers } from '../../http/register-routes.js'

export function backstageUserHandlers() {
  return {
    async listBackstageUsers({ db, query }) {
      const { items, total } = await readTable<BackstageUserRow, typeof query>(db, usersTable, query)
      return { items: items.map(userView), total }
    },

    async getBackstageUser({ db, user, params: { id } }) {
      const row = await rowOf(db, id)
      await auditUserView(db, { id, actorId: user.id })
      return detailView(db, row)
    },

    async banUser({ db, user, params: { id }, body }) {
      const action = { id, actorId: user.id, reason: body.reason, until: endOf(body) }
      await inTransaction(db, (trx) => banUser(trx, action))
      return userView(await rowOf(db, id))
    },

    async unbanUser({ db, user, params: { id }, body }) {
      const action = { id, actorId: user.id, reason: body.reason }
      await inTransaction(db, (trx) => unbanUser(trx, action))
      return userView(await rowOf(db, id))
    },

    async setUserGroup({ db, user, params: { id }, body }) {
      await personOf(db, id)
      const isChanged = await setGroup(db, { id, actorId: user.id, reason: body.reason }, body.group)
      if (!isChanged) throw new ToileError('STATE_CONFLICT')
      return userView(await rowOf(db, id))
    },

    async signOutUser({ db, user, params: { id }, body }) {
      await personOf(db, id)
      await signOutUser(db, { id, actorId: user.id, reason: body.reason })
      return userView(await rowOf(db, id))
    },

    async markEmailVerified({ db, user, params: { id }, body }) {
      await personOf(db, id)
      const isChanged = await markEmailVerified(db, { id, actorId: user.id, reason: body.reason })
      if (!isChanged) throw new ToileError('STATE_CONFLICT')
      return userView(await rowOf(db, id))
    },

    async banUsers(call) {
      const until = endOf(call.body)
      return bulk(call, (trx, target) => banUser(trx, { ...target, until }))
    },

    signOutUsers: (call) =>
      bulk(call, async (trx, target) => {
        const { group } = await personOf(trx, target.id)
        if (group === 'admin') throw new ToileError('ADMINISTRATOR_PROTECTED')
        await signOutUser(trx, target)
      }),
  } satisfies Partial<Handlers>
}

/** @throws NOT_FOUND for unknown ids and deleted accounts */
async function personOf(db: Db, id: string) {
  const found = await findUser(db, id)
  if (!found) throw new ToileError('NOT_FOUND')
  return found
}

async function rowOf(db: Db, id: string): Promise<BackstageUserRow> {
  const row = await findRow<BackstageUserRow>(db, usersTable, id)
  if (!row) throw new ToileError('NOT_FOUND')
  return row
}

/** The ban's end, or null if permanent. banUser() refuses past dates. @throws INVALID_INPUT if `until` is no date */
function endOf({ until }: { until: string }): Date | null {
  if (until === 'never') return null
  const end = new Date(until)
  if (Number.isNaN(end.getTime())) throw invalidInput({ until: [{ code: 'FIELD_INVALID' }] })
  return end
}

const userView = ({ banned, bannedAt, bannedUntil, banReason, ...row }: BackstageUserRow): BackstageUser => ({
  ...row,
  ban: banned ? { since: bannedAt!.toISOString(), until: bannedUntil?.toISOString() ?? null, reason: banReason } : null,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
})

async function detailView(db: Db, row: BackstageUserRow): Promise<BackstageUserDetail> {
  const { language, emailRefusedAt, invitedBy, ...counts } = (await findMoreOfUser(db, row.id))!
  return {
    ...userView(row),
    language,
    emailRefusedAt: emailRefusedAt?.toISOString() ?? null,
    invitedBy,
    counts,
    sessions: (await listSessions(db, row.id)).map((session) => ({
      userAgent: session.userAgent,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    })),
    identities: (await listIdentities(db, row.id)).map((identity) => ({
      ...identity,
      linkedAt: identity.linkedAt.toISOString(),
    })),
    devices: (await listDevices(db, row.id)).map((device) => ({
      id: device.id,
      name: device.name,
      boundAt: device.boundAt.toISOString(),
      lastSeenAt: device.lastSeenAt.toISOString(),
    })),
  }
}
