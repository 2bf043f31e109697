export const arrangedPages = ['overview', 'queues'] as const
export type ArrangedPage = (typeof arrangedPages)[number]

export const MAX_WIDGETS = 40

export const countedKinds = ['users', 'works', 'uploads', 'renders'] as const
export type CountedKind = (typeof countedKinds)[number]
/** The overview covers this many UTC days, today included. */
export const OVERVIEW_DAYS = 14
