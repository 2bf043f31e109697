import t from '@toile/testing/tap'
import { reactions, type Reaction } from '@toile/contracts/reactions'
import { jobs } from '@toile/contracts/jobs'
import type { LiveViews } from './relay.js'
import type { Handler, Handlers } from './worker.js'

// The marked lines must not compile: `npm run types` fails if one of them does.

const handler: Handler = { run: async () => {}, fail: async () => {} }

// @ts-expect-error a job without its handler
export const withoutPreview: Handlers<'uploads'> = { 'upload.verify': handler, 'upload.process': handler }

// @ts-expect-error a job that no queue knows
export const unknownJob: Reaction = { jobs: ['upload.embroider'] }

// @ts-expect-error a live message without its view
export const withoutViews: LiveViews = {}

await t.test('every job named by a reaction exists', async (t) => {
  for (const reaction of Object.values(reactions) as Reaction[])
    for (const job of reaction.jobs ?? []) t.ok(job in jobs, job)
})
