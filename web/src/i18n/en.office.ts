import { enQueues } from './en.queues.js'

/** The English words of the back office, which few ever load. */
export const enOffice = { queues: enQueues }

export type OfficeWords = typeof enOffice
