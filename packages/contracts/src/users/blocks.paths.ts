export const paths = {
  block: 'PUT /users/:id/block',
  unblock: 'DELETE /users/:id/block',
} as const
