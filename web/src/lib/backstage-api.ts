import { paths } from '@toile/contracts/backstage-paths'
import { clientOf } from './api.js'

/** Calls the routes of the back office; apart from `api`, so that no other page loads their paths. */
export const backstageApi = clientOf(paths)
