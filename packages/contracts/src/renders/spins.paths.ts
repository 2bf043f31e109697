export const shareRender = 'PUT /renders/:id/share' as const
export const getSpin = 'GET /renders/:id/spin' as const
