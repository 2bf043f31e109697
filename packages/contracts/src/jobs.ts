import { Type, type Static } from 'typebox'
import { merge } from './features.js'
import { queueTargetSeconds } from './queues/queues.constants.js'
import { Id, StrictObject } from './shapes.js'

export const jobs = merge('jobs')

export type JobName = keyof typeof jobs
export type QueueName = (typeof jobs)[JobName]['queue']
export type JobOf<Q extends QueueName> = { [N in JobName]: (typeof jobs)[N]['queue'] extends Q ? N : never }[JobName]

/** A task is a job that carries an event's id. `notification_tasks` keeps the event's data until the task is done. */
export function isTask(name: JobName): boolean {
  return 'task' in jobs[name]
}

export const queueNames: readonly QueueName[] = Object.keys(queueTargetSeconds) as (keyof typeof queueTargetSeconds)[]

/** Only an id and a number, so Redis holds nothing stale or secret. Add no fields: older workers would refuse them. */
export const JobPayload = StrictObject({ id: Id, attempt: Type.Integer({ minimum: 1 }) })
export type JobPayload = Static<typeof JobPayload>

export function payloadAfter(event: { id: string; subject_id: string; attempt: number }, name: JobName): JobPayload {
  return isTask(name) ? { id: event.id, attempt: 1 } : { id: event.subject_id, attempt: event.attempt }
}

/** BullMQ ignores a job whose id it still has, so an event delivered twice makes one job. Attempts differ in the id. */
export function jobId(name: JobName, payload: JobPayload): string {
  return `${payload.id}.${name}.${payload.attempt}`
}
