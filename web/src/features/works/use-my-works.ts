import type { WorkState } from '@toile/contracts/works/works.constants'
import { api } from '../../lib/api.js'
import { usePaged } from '../../lib/paged.js'

export const useMyWorks = (state: WorkState) =>
  usePaged(['works', 'mine', state], (cursor, options) => api.listMyWorks({ state, cursor }, options), { staleTime: 0 })
