export const paths = {
  shareRender: 'PUT /renders/:id/share',
  getSpin: 'GET /renders/:id/spin',
} as const
