import { paths } from '@toile/contracts/backstage-paths'
import { clientOf } from './api.js'

/** Backstage routes; apart from `api`, so that other pages do not load their paths. */
export const backstageApi = clientOf(paths)
