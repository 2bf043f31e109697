export const block = 'PUT /users/:id/block' as const
export const unblock = 'DELETE /users/:id/block' as const
