export const listBackstageComments = 'GET /backstage/comments' as const
export const getBackstageComment = 'GET /backstage/comments/:id' as const
export const hideComments = 'POST /backstage/comments/hide' as const
export const unhideComments = 'POST /backstage/comments/unhide' as const
