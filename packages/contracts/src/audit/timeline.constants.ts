/** What has a timeline. */
export const timelineKinds = ['work', 'user', 'upload'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/**
 * The events that a timeline shows; each has its sentence in timeline.json of locales. The stages of uploads are shown from
 * their rows, which outlive the events.
 */
export const timelineEvents = [
  'upload.remake',
  'video.ready',
  'video.failed',
  'image.failed',
  'render.requested',
  'render.finished',
  'render.failed',
  'render.cancelled',
  'work.released',
  'work.unpublished',
  'work.trashed',
  'work.restored',
  'user.followed',
] as const
export type TimelineEvent = (typeof timelineEvents)[number]

/** Where the lines of a timeline come from. `action` is a row of the audit log. */
export const timelineSources = [
  'event',
  'stage',
  'took',
  'made',
  'mail',
  'report',
  'raised',
  'decided',
  'entry',
  'award',
  'action',
] as const
export type TimelineSource = (typeof timelineSources)[number]
