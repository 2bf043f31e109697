export const paths = {
  listCreators: 'GET /users',
  getCreator: 'GET /users/:id',
  listCreatorWorks: 'GET /users/:id/works',
  listFollowers: 'GET /users/:id/followers',
  listFollowing: 'GET /users/:id/following',
  follow: 'PUT /users/:id/follow',
  unfollow: 'DELETE /users/:id/follow',
  setBanner: 'PUT /me/banner',
  removeBanner: 'DELETE /me/banner',
  setLayout: 'PUT /me/layout',
} as const
