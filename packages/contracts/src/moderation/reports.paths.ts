export const paths = {
  createReport: 'POST /reports',
} as const
