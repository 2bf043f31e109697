export const paths = {
  listComments: 'GET /works/:id/comments',
  listPins: 'GET /works/:id/pins',
  addComment: 'POST /works/:id/comments',
  listVideoComments: 'GET /videos/:id/comments',
  addVideoComment: 'POST /videos/:id/comments',
  listReplies: 'GET /comments/:id/replies',
  deleteComment: 'DELETE /comments/:id',
} as const
