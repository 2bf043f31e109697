import { api } from '../../lib/api.js'

/** All categories in order, including the hidden ones. */
export const categoriesQuery = {
  queryKey: ['categories'],
  queryFn: () => api.listCategories(),
}
