export const createImage = 'POST /images' as const
export const getImage = 'GET /images/:id' as const
