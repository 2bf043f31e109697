export const listComments = 'GET /works/:id/comments' as const
export const listPins = 'GET /works/:id/pins' as const
export const addComment = 'POST /works/:id/comments' as const
export const listVideoComments = 'GET /videos/:id/comments' as const
export const addVideoComment = 'POST /videos/:id/comments' as const
export const listReplies = 'GET /comments/:id/replies' as const
export const deleteComment = 'DELETE /comments/:id' as const
