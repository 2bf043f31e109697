export const paths = {
  getVideo: 'GET /videos/:id',
} as const
