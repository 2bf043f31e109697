import t from '@toile/testing/tap'
import type { Reaction } from '@toile/contracts/reactions'
import { reactions } from '@toile/contracts/reactions'
import { eventTypes, type EventType } from '@toile/contracts/events'
import { jobs } from '@toile/contracts/jobs'
import type { LiveViews } from './relay.js'
import type { Handler, Handlers } from './worker.js'

// Must not compile: `npm run types` fails when one of these lines is not an error.

const handler: Handler = { run: async () => {}, fail: async () => {} }

// @ts-expect-error a job without its handler
export const withoutPreview: Handlers<'uploads'> = { 'upload.verify': handler, 'upload.process': handler }

const { 'upload.failed': _failed, ...rest } = reactions
// @ts-expect-error an event without its row in the reactions table
export const withoutFailed: Record<EventType, Reaction> = rest

// @ts-expect-error a job that no queue knows
export const unknownJob: Reaction = { jobs: ['upload.embroider'] }

// @ts-expect-error a live message without its view
export const withoutViews: LiveViews = {}

await t.test('every job named by a reaction exists, and every event has a row', async (t) => {
  t.same(Object.keys(reactions).sort(), [...eventTypes].sort())
  for (const reaction of Object.values(reactions) as Reaction[])
    for (const job of reaction.jobs ?? []) t.ok(job in jobs, job)
})
