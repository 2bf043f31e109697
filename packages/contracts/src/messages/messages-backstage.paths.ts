export const paths = {
  listModeration: 'GET /backstage/works/:id/messages',
  sendModeration: 'POST /backstage/works/:id/messages',
} as const
