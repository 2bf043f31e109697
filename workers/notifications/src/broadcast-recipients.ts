import type { NotificationJob } from '@toile/contracts/notifications/notifications'
import type { Db } from '@toile/db/client'
import { findAnnouncedPhase, yetToHearOfPhase } from '@toile/db/activities/activity-announcements'
import { findAnnouncement, yetToHear } from '@toile/db/notifications/announcements'
import type { NewNotification } from '@toile/db/notifications/notifications'
import type { Task } from '@toile/db/notifications/notification-tasks'

/** Many who are told the same: too many for one transaction. */
export interface Crowd {
  /** Some who have yet to hear, after this one in the order of ids. */
  people(after: string, limit: number): Promise<string[]>
  told: Omit<NewNotification, 'userId'>
}

/** For each kind of event that concerns many: who they are and what they are told; undefined where it is over. */
export const crowds = {
  async 'notify.announcement'(db: Db, { subject_id: id }: Task): Promise<Crowd | undefined> {
    const announcement = await findAnnouncement(db, id)
    if (!announcement || announcement.withdrawn_at) return undefined
    const key = `announcement:${id}`
    return {
      people: (after, limit) => yetToHear(db, { announcementId: id, key, after, limit }),
      told: { kind: 'announcement', key, subject: { kind: 'announcement', id } },
    }
  },

  async 'notify.activityPhase'(db: Db, { subject_id: id, params }: Task): Promise<Crowd | undefined> {
    const phase = String(params['phase'])
    const activity = await findAnnouncedPhase(db, id, phase)
    if (!activity) return undefined
    const key = `activity:${id}:${phase}`
    return {
      people: (after, limit) => yetToHearOfPhase(db, { activityId: id, phase, key, after, limit }),
      told: {
        kind: 'activity_phase',
        key,
        subject: { kind: 'activity', id },
        params: { title: activity.title, phase },
      },
    }
  },
} as const satisfies Partial<Record<NotificationJob, (db: Db, task: Task) => Promise<Crowd | undefined>>>

export type CrowdJob = keyof typeof crowds
export const isCrowdJob = (job: NotificationJob): job is CrowdJob => job in crowds
