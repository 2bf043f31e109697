import { codeHolders } from '@toile/db/software/codes'
import { devicePeople } from '@toile/db/software/devices'
import { inviters } from '@toile/db/users/invitations'
import { perRow } from './per-row.js'

/** Makes clients refetch their software page. The event's subject is a code or a device. */
export const softwareChanged = perRow(
  async (db, ids) => [...(await codeHolders(db, ids)), ...(await devicePeople(db, ids))],
  ({ userId, id, version }, { created_at }) => ({
    room: `user:${userId}`,
    event: 'software:changed',
    payload: { id, version, at: created_at.toISOString() },
  }),
)

export const invitationActivated = perRow(inviters, ({ userId, id, version }, { created_at }) => ({
  room: `user:${userId}`,
  event: 'invitation:activated',
  payload: { id, version, at: created_at.toISOString() },
}))
