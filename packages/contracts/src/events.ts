import { exportsOf } from './features.js'

/** Every event there is. Each is written in the statement that made it true. */
export const eventTypes = exportsOf('events').flat()
export type EventType = (typeof eventTypes)[number]
