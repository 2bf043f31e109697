export const paths = {
  getProfile: 'GET /me/profile',
  updateProfile: 'PATCH /me/profile',
  setAvatar: 'PUT /me/avatar',
  removeAvatar: 'DELETE /me/avatar',
} as const
