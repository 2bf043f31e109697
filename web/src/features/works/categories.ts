import { ask } from '../../lib/api.js'
import * as categoryRoutes from '@toile/contracts/works/categories.paths'

/** For useQuery: the categories of works in their order, hidden ones too, with their names. */
export const categoriesQuery = {
  queryKey: ['categories'],
  queryFn: () => ask(categoryRoutes.listCategories)(),
}
