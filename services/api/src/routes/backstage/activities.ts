import type { BackstageActivity } from '@toile/contracts/activities/activities-backstage'
import { ToileError } from '@toile/contracts/errors'
import type { Language } from '@toile/contracts/languages.constants'
import { messageText } from '@toile/contracts/words'
import type { Db } from '@toile/db/client'
import { readTable } from '@toile/db/table'
import { activitiesTable, findActivity, type ActivityRow } from '@toile/db/activities/activities'
import { announceActivity, findLocks, insertActivity, updateActivity } from '@toile/db/activities/activities-backstage'
import { awardActivity } from '@toile/db/activities/activity-awards'
import {
  disqualifyEntry,
  entriesTable,
  findJudgedEntry,
  listWinningEntries,
  reinstateEntry,
  type JudgedEntry,
} from '@toile/db/activities/activity-entries-backstage'
import { ranksSoFar, standingOf } from '@toile/db/activities/activity-standing'
import type { User } from '@toile/db/users/users'
import { activityFields, newActivityFields } from '../../activity-fields.js'
import { activityCardView, backstageEntryView, standingView } from '../../views/activities.js'
import { bulk } from '../../http/bulk.js'
import { imagesById } from '../../views/present-works.js'
import { presentActivity } from '../activities/activities.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

const announcedOf = (row: ActivityRow) => ({ announced: row.startsAt <= row.now })

export function backstageActivityHandlers({ links }: Context) {
  const one = async (db: Db, id: string, user: User, language: Language): Promise<BackstageActivity> => {
    const row = await findActivity(db, id)
    if (!row) throw new ToileError('NOT_FOUND')
    const locks = Object.entries(await findLocks(db, id))
    return {
      ...(await presentActivity(db, row, links, user.id)),
      ...announcedOf(row),
      locked: locks.map(([field, code]) => ({ field, message: messageText(code, {}, language) })),
    }
  }
  const entries = async (db: Db, rows: readonly JudgedEntry[]) => {
    const images = await imagesById(
      db,
      rows.flatMap((row) => [row.avatarId, ...row.scores.map((score) => score.avatarId)]),
    )
    const open = rows.filter(({ awarded }) => !awarded)
    const ranks = await ranksSoFar(db, new Map(open.map((row) => [row.activityId, row.criteria])))
    return rows.map((row) => backstageEntryView(row, { images, links, rank: row.rank ?? ranks.get(row.id) ?? null }))
  }
  const oneEntry = async (db: Db, id: string) => {
    const row = await findJudgedEntry(db, id)
    return (await entries(db, row ? [row] : []))[0]!
  }

  return {
    async listBackstageActivities({ db, query }) {
      const { items, total } = await readTable<ActivityRow, typeof query>(db, activitiesTable, query)
      const images = await imagesById(
        db,
        items.map((row) => row.coverId),
      )
      return { items: items.map((row) => ({ ...activityCardView(row, images, links), ...announcedOf(row) })), total }
    },

    async createActivity({ db, user, body, language }) {
      const id = await insertActivity(db, user.id, await newActivityFields(db, user.id, body))
      return one(db, id, user, language)
    },

    async getBackstageActivity({ db, params, user, language }) {
      return one(db, params.id, user, language)
    },

    async updateActivity({ db, params, user, language, body: { clear, ...changes } }) {
      const before = await findActivity(db, params.id)
      if (!before) throw new ToileError('NOT_FOUND')
      await updateActivity(db, user.id, params.id, {
        ...(await activityFields(db, user.id, changes, before)),
        ...(clear?.includes('bannerId') && { banner_id: null }),
        ...(clear?.includes('coverId') && { cover_id: null }),
      })
      return one(db, params.id, user, language)
    },

    async announceActivity({ db, params, user, language }) {
      await announceActivity(db, user.id, params.id)
      return one(db, params.id, user, language)
    },

    async getStanding({ db, params }) {
      const standing = await standingOf(db, params.id)
      const people = [...standing.jurors, ...standing.lines].map((person) => person.avatarId)
      return standingView(standing, await imagesById(db, people), links)
    },

    async awardActivity({ db, params, user }) {
      await awardActivity(db, params.id, user.id)
      return { items: await entries(db, await listWinningEntries(db, params.id)) }
    },

    async listBackstageEntries({ db, query }) {
      const { items, total } = await readTable<JudgedEntry, typeof query>(db, entriesTable, query)
      return { items: await entries(db, items), total }
    },

    async disqualifyEntry({ db, params, user, body }) {
      await disqualifyEntry(db, user.id, params.id, body.reason)
      return oneEntry(db, params.id)
    },

    disqualifyEntries: (call) =>
      bulk(call, (trx, { id, actorId, reason }) => disqualifyEntry(trx, actorId, id, reason)),

    async reinstateEntry({ db, params, user, body }) {
      await reinstateEntry(db, user.id, params.id, body.reason)
      return oneEntry(db, params.id)
    },
  } satisfies Partial<Handlers>
}
