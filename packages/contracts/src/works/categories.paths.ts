export const paths = {
  listCategories: 'GET /categories',
} as const
