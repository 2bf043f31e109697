import { api } from '../../lib/api.js'

/** For useQuery: the categories of works in their order, hidden ones too, with their names. */
export const categoriesQuery = {
  queryKey: ['categories'],
  queryFn: () => api.listCategories(),
}
