import type { LiveView } from '@toile/bus/relay'
import { codeHolders } from '@toile/db/software/codes'
import { devicePeople } from '@toile/db/software/devices'
import { inviters } from '@toile/db/users/invitations'

/** Makes clients refetch their software page. */
export const softwareChanged: LiveView = async (db, events) => {
  const idsOf = (noun: string) =>
    events.filter(({ type }) => type.startsWith(`${noun}.`)).map((event) => event.subject_id)
  const changed = [...(await codeHolders(db, idsOf('code'))), ...(await devicePeople(db, idsOf('device')))]
  return messagesFor('software:changed', events, changed)
}

export const invitationActivated: LiveView = async (db, events) => {
  const ids = events.map((event) => event.subject_id)
  return messagesFor('invitation:activated', events, await inviters(db, ids))
}

function messagesFor(
  event: 'software:changed' | 'invitation:activated',
  events: Parameters<LiveView>[1],
  changed: readonly { id: string; userId: string; version: number }[],
): Awaited<ReturnType<LiveView>> {
  const rows = new Map(changed.map((row) => [row.id, row]))
  return new Map(
    events.flatMap(({ id, subject_id, created_at }) => {
      const row = rows.get(subject_id)
      if (!row) return []
      const payload = { id: row.id, version: row.version, at: created_at.toISOString() }
      return [[id, { room: `user:${row.userId}`, event, payload }] as const]
    }),
  )
}
