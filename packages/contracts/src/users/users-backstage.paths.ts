export const paths = {
  listBackstageUsers: 'GET /backstage/users',
  getBackstageUser: 'GET /backstage/users/:id',
  banUser: 'POST /backstage/users/:id/ban',
  unbanUser: 'POST /backstage/users/:id/unban',
  setUserGroup: 'PUT /backstage/users/:id/group',
  signOutUser: 'POST /backstage/users/:id/sign-out',
  markEmailVerified: 'POST /backstage/users/:id/verify-email',
  banUsers: 'POST /backstage/users/bulk-ban',
  signOutUsers: 'POST /backstage/users/bulk-sign-out',
  listBackstageCreators: 'GET /backstage/creators',
  featureCreator: 'PUT /backstage/creators/:id/featured',
  featureCreators: 'POST /backstage/creators/bulk-feature',
} as const
