import { api } from '../../lib/api.js'

/** All categories in order, hidden ones included. */
export const categoriesQuery = {
  queryKey: ['categories'],
  queryFn: () => api.listCategories(),
}
