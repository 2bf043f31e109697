import { exportsOf } from './features.js'

/** Each event is written in the same SQL statement as the change that it reports. */
export const eventTypes = exportsOf('events').flat()
export type EventType = (typeof eventTypes)[number]
