import { ask } from '../../lib/api.js'
import type { Routes } from '@toile/contracts/routes'

/** For useQuery: the categories of works in their order, hidden ones too, with their names. */
export const categoriesQuery = {
  queryKey: ['categories'],
  queryFn: () => ask<Routes['listCategories']>('GET', '/categories'),
}
