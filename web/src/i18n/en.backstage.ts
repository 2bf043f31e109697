import { enBackstageTable } from './en.backstage-table.js'
import { enOverview } from './en.overview.js'
import { enQueues } from './en.queues.js'

/** The English words of the back office, which few ever load. */
export const enBackstage = { ...enBackstageTable, ...enOverview, queues: enQueues }

export type BackstageWords = typeof enBackstage
