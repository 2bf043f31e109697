export const timelineKinds = ['work', 'user', 'upload'] as const
export type TimelineKind = (typeof timelineKinds)[number]

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
