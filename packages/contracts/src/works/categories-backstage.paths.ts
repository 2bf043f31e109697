export const paths = {
  listBackstageCategories: 'GET /backstage/categories',
  addCategory: 'POST /backstage/categories',
  updateCategory: 'PATCH /backstage/categories/:slug',
  orderCategories: 'PUT /backstage/categories/order',
} as const
