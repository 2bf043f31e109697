import { Type, type Static } from 'typebox'
import { historyRanges, jobStates, MAX_CONCURRENCY } from './queues.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, TableOf, TableQuery, Text, Time } from '../shapes.js'
import { paths } from './queues.paths.js'

// `QueueParams` accepts any name, so that an unknown queue gives 404 instead of 422.

const Count = Type.Integer({ minimum: 0 })
const Seconds = Type.Number({ minimum: 0 })
const Spread = StrictObject({ p50: Seconds, p95: Seconds })

export const QueueHealth = StrictObject({
  name: Text(32),
  paused: Type.Boolean(),
  /** Concurrency per worker, as set by administrators. If it is null, each worker uses its own start value. */
  concurrency: Nullable(Type.Integer()),
  counts: StrictObject({ waiting: Count, active: Count, delayed: Count, failed: Count, completed: Count }),
  /** Uploads, pictures, videos and chunks of renders that wait in Postgres for admission. */
  held: Count,
  /** Jobs that wait in the queue, plus the held jobs. */
  waiting: Count,
  /** Users with a job among the first 500 of the queue, or with a held job, unless it belongs to a started render. */
  people: Count,
  oldestWaitingSeconds: Nullable(Seconds),
  targetSeconds: Seconds,
  arrivalsPerMinute: Count,
  completionsPerMinute: Count,
  failuresPerMinute: Count,
  /** Seconds that jobs of the last hour waited (only jobs that ended at their first try) and ran. Null without jobs. */
  wait: Nullable(Spread),
  run: Nullable(Spread),
  secondsToEmpty: Nullable(Seconds),
  workersToAdd: Count,
  workers: Count,
  slots: Count,
  measuredAt: Time,
})
export type QueueHealth = Static<typeof QueueHealth>

const workerStates = ['working', 'idle', 'draining', 'drained', 'ending', 'silent'] as const

export const QueueWorker = StrictObject({
  /** A worker gets a new id at every start. `host` and `pid` are no key, because a process can have two workers. */
  id: Text(64),
  queue: Text(32),
  state: Enum(workerStates),
  host: Text(256),
  pid: Count,
  version: Text(64),
  concurrency: Count,
  jobs: Type.Array(StrictObject({ id: Text(128), name: Text(64), seconds: Seconds })),
  memoryBytes: Count,
  uptimeSeconds: Seconds,
  /** Whether the sandbox for users' files is active. Null for workers that open no such files. */
  isIsolated: Nullable(Type.Boolean()),
  silentSeconds: Seconds,
})
export type QueueWorker = Static<typeof QueueWorker>

const QueueParams = StrictObject({ name: Text(32) })
const JobParams = StrictObject({ name: Text(32), id: Text(128) })

/** Owner and subject of a job, if their rows still exist. */
const JobSubject = StrictObject({
  userId: Nullable(Id),
  userName: Text(256),
  title: Text(512),
  workId: Nullable(Id),
})

export const QueueJob = StrictObject({
  id: Text(128),
  name: Text(64),
  state: Enum(jobStates),
  payload: StrictObject({ id: Text(128), attempt: Type.Integer() }),
  subject: Nullable(JobSubject),
  tries: Count,
  maxTries: Count,
  createdAt: Time,
  startedAt: Nullable(Time),
  finishedAt: Nullable(Time),
  error: Nullable(Text(2048)),
})
export type QueueJob = Static<typeof QueueJob>

/** An event that an API call caused, directly or through jobs, and the jobs that the event triggered. */
const Consequence = StrictObject({
  id: Id,
  type: Text(64),
  subjectId: Id,
  at: Time,
  relayedAt: Nullable(Time),
  /** The event whose job wrote this event. Null if the API wrote it. */
  causedBy: Nullable(Id),
  jobs: Type.Array(
    StrictObject({
      id: Text(128),
      queue: Text(32),
      name: Text(64),
      /** Null once the queue has removed the job. A queue keeps the latest 1,000 completed jobs for up to a day. */
      state: Nullable(Enum(jobStates)),
      startedAt: Nullable(Time),
      finishedAt: Nullable(Time),
    }),
  ),
})
export type Consequence = Static<typeof Consequence>

const oneQueue = { access: 'admin', params: QueueParams, response: QueueHealth } as const
const done = StrictObject({ done: Count })

export const routes = declareRoutes(paths, {
  listQueues: {
    access: 'admin',
    summary: 'Returns the health of every queue, as last measured',
    response: StrictObject({
      items: Type.Array(QueueHealth),
      /** Server time of the response, so that the age of the numbers does not depend on the client's clock. */
      now: Time,
    }),
  },
  listWorkers: {
    access: 'admin',
    summary: 'Lists connected workers',
    response: StrictObject({ items: Type.Array(QueueWorker) }),
  },
  listJobs: {
    access: 'admin',
    summary: 'Lists jobs of a queue in one state; the next to run or last to end first',
    params: QueueParams,
    query: StrictObject({ ...TableQuery, state: Type.Optional(Enum(jobStates)) }),
    response: TableOf(QueueJob),
  },
  getJob: {
    access: 'admin',
    summary: 'Returns a job with its subject, attempts, log and related events',
    params: JobParams,
    response: StrictObject({
      job: QueueJob,
      logs: Type.Array(Text(4096)),
      timeline: Type.Array(StrictObject({ type: Text(64), attempt: Type.Integer(), at: Time })),
      /** The API call that caused the job, and its first hundred consequences. Null for scheduled jobs. */
      request: Nullable(StrictObject({ id: Id, consequences: Type.Array(Consequence) })),
    }),
  },
  listDeadLetters: {
    access: 'admin',
    summary: 'Lists the latest 1,000 dead letters, grouped by error',
    params: QueueParams,
    response: StrictObject({
      items: Type.Array(
        StrictObject({ error: Text(512), count: Count, firstAt: Time, lastAt: Time, sample: QueueJob }),
      ),
    }),
  },
  listWaiting: {
    access: 'admin',
    summary: 'Lists users with waiting jobs and their works, most jobs first',
    params: QueueParams,
    response: StrictObject({
      items: Type.Array(
        StrictObject({
          userId: Nullable(Id),
          userName: Text(256),
          jobs: Count,
          oldestSeconds: Seconds,
          works: Type.Array(StrictObject({ id: Nullable(Id), title: Text(512) })),
        }),
      ),
    }),
  },
  pauseQueue: {
    ...oneQueue,
    summary: 'Pauses a queue; active jobs continue',
  },
  resumeQueue: {
    ...oneQueue,
    summary: 'Resumes a queue',
  },
  setQueueConcurrency: {
    ...oneQueue,
    summary: 'Sets the concurrency of a queue’s workers; without a number, each uses its startup setting',
    body: StrictObject({
      concurrency: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_CONCURRENCY }))),
    }),
  },
  retryJob: {
    access: 'admin',
    summary: 'Retries a dead letter from the last good stage of its subject',
    params: JobParams,
    response: done,
  },
  retryJobsOfError: {
    access: 'admin',
    summary: 'Retries all dead letters of one error',
    params: QueueParams,
    body: StrictObject({ error: Text(512) }),
    response: done,
  },
  removeJob: {
    access: 'admin',
    summary: 'Removes a dead letter; a subject that still waits is stopped, and its owner can retry it',
    params: JobParams,
    response: done,
  },
  promoteJob: {
    access: 'admin',
    summary: 'Runs a delayed job now',
    params: JobParams,
    response: done,
  },
  stopJobsOfUser: {
    access: 'admin',
    summary: 'Stops a user’s waiting jobs in a queue; the user can retry each',
    params: QueueParams,
    body: StrictObject({ userId: Id }),
    response: done,
  },
  drainWorker: {
    access: 'admin',
    summary: 'Drains a worker: it finishes its jobs and takes no more',
    response: done,
  },
  undrainWorker: {
    access: 'admin',
    summary: 'Resumes a drained worker',
    response: done,
  },
  queueHistory: {
    access: 'admin',
    summary: 'Returns the history of a queue over 24 hours, 7 or 90 days, with deployed versions',
    params: QueueParams,
    query: StrictObject({ range: Type.Optional(Enum(historyRanges)) }),
    response: StrictObject({
      range: Enum(historyRanges),
      stepSeconds: Count,
      points: Type.Array(
        StrictObject({
          at: Time,
          arrived: Count,
          completed: Count,
          failed: Count,
          /** The highest number of waiting jobs in the step (10 minutes, an hour or a day, depending on the range). */
          waiting: Count,
          /** The highest age of the oldest waiting job in the step, in seconds. */
          oldestSeconds: Seconds,
          /** The fewest workers in the step. */
          workers: Count,
          waitP95: Nullable(Seconds),
          runP50: Nullable(Seconds),
          runP95: Nullable(Seconds),
        }),
      ),
      deploys: Type.Array(StrictObject({ version: Text(64), at: Time })),
    }),
  },
})

export const messages = { 'queue:health': QueueHealth }
