/** `history.due`: the numbers of the last hours are to be drawn together; its subject is nothing but a name. */
export const analyticsEvents = ['history.due'] as const

export const analyticsJobs = {
  'history.roll': { queue: 'analytics', attempts: 3 },
} as const
