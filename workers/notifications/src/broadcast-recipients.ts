import type { NotificationJob } from '@toile/contracts/notifications/notifications'
import type { Db } from '@toile/db/client'
import { findAnnouncedPhase, recipientsOfPhase } from '@toile/db/activities/activity-announcements'
import { findAnnouncement, recipientsOfAnnouncement } from '@toile/db/notifications/announcements'
import type { NewNotification } from '@toile/db/notifications/notifications'
import type { Task } from '@toile/db/notifications/notification-tasks'

/** A notification with too many recipients for one transaction. */
export interface Broadcast {
  /** Up to `limit` recipients who lack the notification and whose ids come after `after`, in order of id. */
  people(after: string, limit: number): Promise<string[]>
  notification: Omit<NewNotification, 'userId'>
}

/** The broadcast of each job. Undefined if its subject no longer exists or the announcement was withdrawn. */
export const broadcasts = {
  async 'notify.announcement'(db: Db, { subject_id: id }: Task): Promise<Broadcast | undefined> {
    const announcement = await findAnnouncement(db, id)
    if (!announcement || announcement.withdrawnAt) return undefined
    const key = `announcement:${id}`
    return {
      people: (after, limit) => recipientsOfAnnouncement(db, { announcementId: id, key, after, limit }),
      notification: { kind: 'announcement', key, subject: { kind: 'announcement', id } },
    }
  },

  async 'notify.activityPhase'(db: Db, { subject_id: id, params }: Task): Promise<Broadcast | undefined> {
    const phase = String(params['phase'])
    const activity = await findAnnouncedPhase(db, id, phase)
    if (!activity) return undefined
    const key = `activity:${id}:${phase}`
    return {
      people: (after, limit) => recipientsOfPhase(db, { activityId: id, phase, key, after, limit }),
      notification: {
        kind: 'activity_phase',
        key,
        subject: { kind: 'activity', id },
        params: { title: activity.title, phase },
      },
    }
  },
} as const satisfies Partial<Record<NotificationJob, (db: Db, task: Task) => Promise<Broadcast | undefined>>>

export type BroadcastJob = keyof typeof broadcasts
export const isBroadcastJob = (job: NotificationJob): job is BroadcastJob => job in broadcasts
