export const getVideo = 'GET /videos/:id' as const
