import { enOfficeTable } from './en.office-table.js'
import { enOverview } from './en.overview.js'
import { enQueues } from './en.queues.js'

/** The English words of the back office, which few ever load. */
export const enOffice = { ...enOfficeTable, ...enOverview, queues: enQueues }

export type OfficeWords = typeof enOffice
