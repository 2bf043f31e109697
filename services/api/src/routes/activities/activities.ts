import type { Activity } from '@toile/contracts/activities/activities'
import { messageText } from '@toile/contracts/words'
import type { Db } from '@toile/db/client'
import { getActivity, jurorsOf, listActivities, ownPart, type ActivityRow } from '@toile/db/activities/activities'
import { obstaclesOf } from '@toile/db/activities/activity-eligibility'
import { cancelRegistration, listParticipants, register } from '@toile/db/activities/activity-registrations'
import type { Links } from '@toile/runtime/links'
import { imagesIn } from '../../rich-text.js'
import { activityCardView, activityView } from '../../views/activities.js'
import { imagesById } from '../../views/present-works.js'
import { publicUserView } from '../../views/users.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export async function presentActivity(db: Db, row: ActivityRow, links: Links, viewerId?: string): Promise<Activity> {
  const jurors = await jurorsOf(db, row.id)
  const ids = [row.bannerId, row.coverId, ...imagesIn(row.rules), ...jurors.map((juror) => juror.avatarId)]
  const part = viewerId ? await ownPart(db, row.id, viewerId) : undefined
  return activityView(row, { images: await imagesById(db, ids), jurors, part, links })
}

export function activityHandlers({ links }: Context) {
  return {
    async listActivities({ db, query: { phase, limit, cursor } }) {
      const { items, nextCursor } = await listActivities(db, { phase, limit, cursor })
      const images = await imagesById(
        db,
        items.map((row) => row.coverId),
      )
      return { items: items.map((row) => activityCardView(row, images, links)), nextCursor }
    },

    async getActivity({ db, params, user }) {
      return presentActivity(db, await getActivity(db, params.id), links, user?.id)
    },

    async registerForActivity({ db, params, user }) {
      const at = await register(db, params.id, user.id)
      return { registeredAt: at.toISOString(), participants: (await getActivity(db, params.id)).participants }
    },

    async cancelRegistration({ db, params, user }) {
      await cancelRegistration(db, params.id, user.id)
      return { registeredAt: null, participants: (await getActivity(db, params.id)).participants }
    },

    async getEligibility({ db, params, query, user, language }) {
      await getActivity(db, params.id)
      const found = await obstaclesOf(db, { activityId: params.id, user, workId: query.workId })
      const stops = (step: 'register' | 'submit') => found.obstacles.some((obstacle) => obstacle.step === step)
      return {
        canRegister: !found.registered && !stops('register'),
        canSubmit: !stops('submit'),
        reasons: found.obstacles.map((obstacle) => ({
          ...obstacle,
          message: messageText(obstacle.code, obstacle.params, language),
        })),
      }
    },

    async listParticipants({ db, params, query: { limit, cursor } }) {
      await getActivity(db, params.id)
      const { items, nextCursor } = await listParticipants(db, { activityId: params.id, limit, cursor })
      const images = await imagesById(
        db,
        items.map((row) => row.avatarId),
      )
      const participants = items.map((row) => ({
        user: publicUserView(row, images, links),
        registeredAt: row.registeredAt.toISOString(),
      }))
      return { items: participants, nextCursor }
    },
  } satisfies Partial<Handlers>
}
