import type { Entry } from '@toile/contracts/activities/activity-entries'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { getActivity, ownPart, type ActivityRow } from '@toile/db/activities/activities'
import { historyOf } from '@toile/db/activities/activity-registrations'
import { judgedWorks, scoreWork } from '@toile/db/activities/activity-scores'
import {
  findEntry,
  findReceipt,
  listEntries,
  listWinners,
  submitWork,
  withdrawWork,
  type EntryRow,
} from '@toile/db/activities/activity-submissions'
import { findCreator } from '@toile/db/users/creators'
import { entryView, isEntryShown, receiptView } from '../../views/activities.js'
import { imagesById } from '../../views/present-works.js'
import { sheetOf } from '../../views/score-sheet.js'
import { wholeEntry } from '../../views/whole-entry.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function activityEntryHandlers({ links, signer }: Context) {
  const present = async (
    db: Db,
    activity: ActivityRow,
    rows: readonly EntryRow[],
    viewerId: string | undefined,
  ): Promise<Entry[]> => {
    const isJuror = viewerId ? (await ownPart(db, activity.id, viewerId)).juror : false
    const images = await imagesById(
      db,
      rows.flatMap((row) => [row.coverId, row.avatarId]),
    )
    return rows.map((row) => entryView(row, activity, { viewerId, isJuror, images, links }))
  }
  const presentOne = async (db: Db, activityId: string, workId: string, viewerId: string): Promise<Entry> => {
    const row = await findEntry(db, { activityId, workId, viewerId })
    if (!row) throw new ToileError('NOT_FOUND')
    return (await present(db, await getActivity(db, activityId), [row], viewerId))[0]!
  }

  return {
    async submitToActivity({ db, params, user, body: { workId } }) {
      await submitWork(db, { activityId: params.id, workId, userId: user.id })
      return presentOne(db, params.id, workId, user.id)
    },

    async withdrawFromActivity({ db, params, user }) {
      await withdrawWork(db, { activityId: params.id, workId: params.workId, userId: user.id })
    },

    async getReceipt({ db, params }) {
      await getActivity(db, params.id)
      const text = await findReceipt(db, params.id, params.workId)
      if (text === undefined) throw new ToileError('NOT_FOUND')
      return receiptView(text, signer)
    },

    async checkReceipt({ db, params, body: { signed, signature } }) {
      await getActivity(db, params.id)
      const genuine = signer.isGood(signed, signature)
      const [, workId] = /^work ([0-9a-f-]{36})$/m.exec(signed) ?? []
      const stands = genuine && workId !== undefined && (await findReceipt(db, params.id, workId)) === signed
      return { genuine, stands }
    },

    async listEntries({ db, params, user, query: { list = 'all', limit, cursor } }) {
      const activity = await getActivity(db, params.id)
      const page = await listEntries(db, { activityId: params.id, list, viewerId: user?.id, limit, cursor })
      return { items: await present(db, activity, page.items, user?.id), nextCursor: page.nextCursor }
    },

    async getEntry({ db, params, user }) {
      const activity = await getActivity(db, params.id)
      const row = await findEntry(db, { activityId: params.id, workId: params.workId, viewerId: user?.id })
      if (!row) throw new ToileError('NOT_FOUND')
      const isJuror = user ? (await ownPart(db, params.id, user.id)).juror : false
      const isShown = isEntryShown(row, { viewerId: user?.id, isJuror })
      return wholeEntry(db, (await present(db, activity, [row], user?.id))[0]!, { row, isShown, links })
    },

    async listWinners({ db, params, user }) {
      const activity = await getActivity(db, params.id)
      return { items: await present(db, activity, await listWinners(db, params.id, user?.id), user?.id) }
    },

    async scoreEntry({ db, params, user, body: { scores } }) {
      await scoreWork(db, { activityId: params.id, workId: params.workId, jurorId: user.id, scores })
      return presentOne(db, params.id, params.workId, user.id)
    },

    async getScoreSheet({ db, params }) {
      const activity = await getActivity(db, params.id)
      if (!activity.scoresPublished || !activity.awardedAt) throw new ToileError('NOT_FOUND')
      return { items: await sheetOf(db, activity, await judgedWorks(db, params.id), links) }
    },

    async listActivitiesOfUser({ db, params, user, query: { limit, cursor } }) {
      if (!(await findCreator(db, params.id))) throw new ToileError('NOT_FOUND')
      const own = user?.id === params.id
      const { items, nextCursor } = await historyOf(db, { userId: params.id, own, limit, cursor })
      const history = items.map((row) => ({
        id: row.id,
        title: row.title,
        phase: row.phase,
        endsAt: row.endsAt.toISOString(),
        registeredAt: row.registeredAt.toISOString(),
        works: row.works.map(({ workId, title, shown, rank, award }) => ({
          workId,
          title,
          open: shown || own,
          rank,
          award: award && { ...award, bonus: { amount: award.bonus, currency: row.currency } },
        })),
      }))
      return { items: history, nextCursor }
    },
  } satisfies Partial<Handlers>
}
