export const getProfile = 'GET /me/profile' as const
export const updateProfile = 'PATCH /me/profile' as const
export const setAvatar = 'PUT /me/avatar' as const
export const removeAvatar = 'DELETE /me/avatar' as const
