export const paths = {
  createImage: 'POST /images',
  getImage: 'GET /images/:id',
} as const
