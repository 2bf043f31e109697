import { Type, type Static } from 'typebox'
import { merge } from './features.js'
import { Id, StrictObject } from './shapes.js'

/** Every job there is, with its queue (named as its worker) and how often a passing fault is tried again. */
export const jobs = merge('jobs')

export type JobName = keyof typeof jobs
export type QueueName = (typeof jobs)[JobName]['queue']
export type JobOf<Q extends QueueName> = { [N in JobName]: (typeof jobs)[N]['queue'] extends Q ? N : never }[JobName]

/** Whether a job tells of an event: it carries the event's id, and the relay keeps it as a task until it is done. */
export function isTask(name: JobName): boolean {
  return 'task' in jobs[name]
}

/** Seen from outside, queues bear these names below the prefix `toile`. */
export const queueNames = [
  'uploads',
  'images',
  'videos',
  'renders',
  'renders-cycles',
  'notifications',
  'analytics',
] as const satisfies readonly QueueName[]

/**
 * What a job carries: the thing it is about and the attempt that it belongs to. Ids, never data, so that nothing
 * stale or secret lies in Redis. It changes by an added optional field or a new job name, never in place.
 */
export const JobPayload = StrictObject({ id: Id, attempt: Type.Integer({ minimum: 1 }) })
export type JobPayload = Static<typeof JobPayload>

/** What a job that follows from an event carries: a task the event itself, any other what the event is about. */
export function payloadAfter(event: { id: string; subject_id: string; attempt: number }, name: JobName): JobPayload {
  return isTask(name) ? { id: event.id, attempt: 1 } : { id: event.subject_id, attempt: event.attempt }
}

/** A job's id: the same event delivered twice is one job, another attempt is another. */
export function jobId(name: JobName, payload: JobPayload): string {
  return `${payload.id}.${name}.${payload.attempt}`
}
