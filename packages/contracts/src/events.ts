import { exportsOf } from './features.js'

/** Each event is written in the same statement as the change it reports. */
export const eventTypes = exportsOf('events').flat()
export type EventType = (typeof eventTypes)[number]
