export const paths = {
  listBackstageComments: 'GET /backstage/comments',
  getBackstageComment: 'GET /backstage/comments/:id',
  hideComments: 'POST /backstage/comments/hide',
  unhideComments: 'POST /backstage/comments/unhide',
} as const
