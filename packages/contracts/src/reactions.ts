import type { JobName } from './jobs.js'
import type { ReactionEvent } from './live.js'

type Audience = 'owner' | 'people' | 'session' | 'feed' | 'activity' | 'administrators'

export interface Reaction {
  jobs?: readonly JobName[]
  live?: { to: Audience; event: ReactionEvent }
  runsTick?: 'uploads.admit' | 'renders.admit'
}

/**
 * All events, and what the relay does after an event is committed. An event is written in the same SQL statement as the
 * change that it reports.
 */
export const reactions = {
  // After a `received` or `queued` event, a file waits in Postgres until the relay admits it
  // (packages/db/src/files/admission-queues.ts). Each stage of an upload is started by one event: `due`, `finished` or
  // `processed`. If this event is written again, the stage starts again.
  'upload.received': { runsTick: 'uploads.admit', live: { to: 'owner', event: 'upload:stage' } },
  'upload.queued': { runsTick: 'uploads.admit', live: { to: 'owner', event: 'upload:stage' } },
  'upload.due': { jobs: ['upload.verify'] },
  'upload.finished': { jobs: ['upload.process'], live: { to: 'owner', event: 'upload:stage' } },
  'upload.processed': { jobs: ['upload.preview'], live: { to: 'owner', event: 'upload:stage' } },
  'upload.ready': {
    runsTick: 'uploads.admit',
    jobs: ['notify.uploadReady'],
    live: { to: 'owner', event: 'upload:stage' },
  },
  // The model's files are made again, for example for a correction. The current files stay until new ones are ready.
  'upload.remake': { jobs: ['upload.remake'], live: { to: 'owner', event: 'upload:stage' } },
  'upload.remade': { runsTick: 'uploads.admit', live: { to: 'owner', event: 'upload:stage' } },
  'upload.failed': {
    runsTick: 'uploads.admit',
    jobs: ['notify.uploadFailed'],
    live: { to: 'owner', event: 'upload:stage' },
  },

  'image.received': { runsTick: 'uploads.admit' },
  'image.due': { jobs: ['image.process'] },
  'image.processing': { live: { to: 'owner', event: 'image:status' } },
  'image.ready': { runsTick: 'uploads.admit', live: { to: 'owner', event: 'image:status' } },
  'image.remake': { jobs: ['image.remake'] },
  'image.failed': { runsTick: 'uploads.admit', live: { to: 'owner', event: 'image:status' } },

  'video.received': { runsTick: 'uploads.admit' },
  'video.due': { jobs: ['video.process'] },
  'video.processing': { live: { to: 'owner', event: 'video:status' } },
  'video.playable': { live: { to: 'owner', event: 'video:status' } },
  'video.ready': {
    runsTick: 'uploads.admit',
    jobs: ['notify.videoReady'],
    live: { to: 'owner', event: 'video:status' },
  },
  'video.failed': { runsTick: 'uploads.admit', live: { to: 'owner', event: 'video:status' } },

  'render.requested': { runsTick: 'renders.admit', live: { to: 'owner', event: 'render:status' } },
  'render.preparing': { live: { to: 'owner', event: 'render:status' } },
  'render.rendering': { live: { to: 'owner', event: 'render:status' } },
  'render.shown': { live: { to: 'owner', event: 'render:status' } },
  'render.approved': { runsTick: 'renders.admit', live: { to: 'owner', event: 'render:status' } },
  'render.encoding': { jobs: ['render.encode'], live: { to: 'owner', event: 'render:status' } },
  'render.finished': { jobs: ['notify.renderFinished'], live: { to: 'owner', event: 'render:status' } },
  'render.failed': { jobs: ['notify.renderFailed'], live: { to: 'owner', event: 'render:status' } },
  'render.cancelled': { live: { to: 'owner', event: 'render:status' } },
  // The subject of these two is a chunk, which the relay chooses (packages/db/src/renders/renders-admission.ts).
  'render.due': { jobs: ['render.draw'] },
  'render.cyclesDue': { jobs: ['render.drawCycles'] },

  'work.released': { live: { to: 'feed', event: 'work:released' } },
  'work.unpublished': {},
  'work.trashed': {},
  'work.restored': {},
  'work.hidden': {},
  'work.unhidden': {},
  'work.liked': { jobs: ['notify.like'] },

  'comment.added': { jobs: ['notify.comment'] },
  'comment.deleted': {},
  'comment.hidden': {},
  'comment.unhidden': {},

  'user.followed': { jobs: ['notify.follow'] },
  'report.made': {},
  'case.raised': { live: { to: 'administrators', event: 'case:changed' } },
  'case.claimed': { live: { to: 'administrators', event: 'case:changed' } },
  'case.released': { live: { to: 'administrators', event: 'case:changed' } },
  'case.decided': { jobs: ['notify.caseDecided'], live: { to: 'administrators', event: 'case:changed' } },

  'message.sent': { jobs: ['notify.message'], live: { to: 'people', event: 'message:new' } },
  // The subject is a conversation that was read or accepted.
  'message.read': { live: { to: 'people', event: 'message:read' } },
  'announcement.made': { jobs: ['notify.announcement'] },
  'notification.raised': { live: { to: 'owner', event: 'notification:new' } },
  'notification.counted': { live: { to: 'owner', event: 'notification:unread' } },

  'mail.requested': { jobs: ['mail.send'] },

  // The jobs of these events sum the history of the queues by hour and day, and count new page views. The subject of
  // both events is a new id, because the events concern no row.
  'history.due': { jobs: ['history.roll'] },
  'views.due': { jobs: ['views.count'] },
  // This event has no live message, because the client polls.
  'export.requested': { jobs: ['export.write'] },

  // `phase` is written once per phase and `due` once per other announced moment, such as the last day of submission.
  // `changed` is written after an edit or an early announcement, because both can move the times of phases.
  'activity.phase': { jobs: ['notify.activityPhase'], live: { to: 'activity', event: 'activity:phase' } },
  'activity.due': { jobs: ['notify.activityPhase'] },
  'activity.changed': { live: { to: 'activity', event: 'activity:phase' } },
  'activity.awarded': { jobs: ['notify.winners'], live: { to: 'activity', event: 'activity:phase' } },
  'activity.disqualified': { jobs: ['notify.disqualified'] },
  'activity.reinstated': { jobs: ['notify.reinstated'] },

  'alert.opened': { jobs: ['notify.alert'], live: { to: 'administrators', event: 'alert:changed' } },
  'alert.acknowledged': { live: { to: 'administrators', event: 'alert:changed' } },
  'alert.closed': { live: { to: 'administrators', event: 'alert:changed' } },

  'code.given': { live: { to: 'owner', event: 'software:changed' } },
  'code.redeemed': { live: { to: 'owner', event: 'software:changed' } },
  'code.voided': { live: { to: 'owner', event: 'software:changed' } },
  'device.bound': { live: { to: 'owner', event: 'software:changed' } },
  'device.unbound': { live: { to: 'owner', event: 'software:changed' } },
  'invitation.activated': { live: { to: 'owner', event: 'invitation:activated' } },

  'session.revoked': { live: { to: 'session', event: 'session:revoked' } },
} as const satisfies Record<string, Reaction>

export type EventType = keyof typeof reactions
