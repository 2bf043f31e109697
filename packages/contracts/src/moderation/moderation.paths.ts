export const paths = {
  appeal: 'POST /reports/:id/appeal',
  appealBan: 'POST /appeals',
} as const
