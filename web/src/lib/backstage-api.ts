import { paths } from '@toile/contracts/backstage-paths'
import { clientOf } from './api.js'

/** This client is kept apart from `api`, so that other pages do not load the paths of the backstage routes. */
export const backstageApi = clientOf(paths)
