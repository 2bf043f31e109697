import { Type, type Static } from 'typebox'
import { merge } from './features.js'
import { queueTargetSeconds } from './queues/queues.constants.js'
import { Id, StrictObject } from './shapes.js'

export const jobs = merge('jobs')

export type JobName = keyof typeof jobs
export type QueueName = (typeof jobs)[JobName]['queue']
export type JobOf<Q extends QueueName> = { [N in JobName]: (typeof jobs)[N]['queue'] extends Q ? N : never }[JobName]

/** A task is a job that carries an event's id. The relay keeps the event until the job is done. */
export function isTask(name: JobName): boolean {
  return 'task' in jobs[name]
}

export const queueNames: readonly QueueName[] = Object.keys(queueTargetSeconds) as (keyof typeof queueTargetSeconds)[]

/** A payload has only ids, so Redis holds nothing stale or secret. Add no fields: older workers would refuse it. */
export const JobPayload = StrictObject({ id: Id, attempt: Type.Integer({ minimum: 1 }) })
export type JobPayload = Static<typeof JobPayload>

/** A task carries the event's id. Any other job carries the id of the event's subject. */
export function payloadAfter(event: { id: string; subject_id: string; attempt: number }, name: JobName): JobPayload {
  return isTask(name) ? { id: event.id, attempt: 1 } : { id: event.subject_id, attempt: event.attempt }
}

/** An event that is delivered twice makes one job, because the ids are equal. A new attempt makes another job. */
export function jobId(name: JobName, payload: JobPayload): string {
  return `${payload.id}.${name}.${payload.attempt}`
}
