export const listCategories = 'GET /categories' as const
export const listBackstageCategories = 'GET /backstage/categories' as const
export const addCategory = 'POST /backstage/categories' as const
export const updateCategory = 'PATCH /backstage/categories/:slug' as const
export const orderCategories = 'PUT /backstage/categories/order' as const
