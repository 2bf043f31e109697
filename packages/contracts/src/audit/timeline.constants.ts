export const timelineKinds = ['work', 'user', 'upload'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** Each has a sentence in every locale's timeline.json. Upload stages are not here: their own rows outlive events. */
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
