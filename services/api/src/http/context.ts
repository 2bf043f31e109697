import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Db } from '@toile/db/client'
import { createLinks } from '@toile/runtime/links'
import type { Running } from '@toile/runtime/process'
import type { Storage } from '@toile/storage/storage'
import { createIntake } from '../page-view-intake.js'
import { createSigner } from '../receipt-signer.js'
import { createSocial } from '../social/social.js'
import { createUnverifiedQuota } from '../uploads/unverified-quota.js'
import { createPresentCourses } from '../views/courses.js'
import { createPresentMarket } from '../views/market.js'
import { createPresentWorks } from '../views/present-works.js'
import { createWorkJson } from '../views/work-json.js'
import { createUserView } from '../views/users.js'
import { createAuthentication } from './authentication.js'
import { createKnownBrowsers } from './known-browsers.js'
import { createMailAllowance } from './mail-allowance.js'
import { createRateLimits } from './rate-limits.js'
import { createSharedResponses } from './shared-responses.js'
import { createSignIn } from './sign-in.js'

export interface AppParts {
  running: Running
  db: Db
  redis: Redis
  storage: Storage
}

export type Context = ReturnType<typeof createContext>

export function createContext(app: FastifyInstance, parts: AppParts) {
  const { running, db, redis } = parts
  const { config } = running
  const links = createLinks(config)
  const knownBrowsers = createKnownBrowsers(config)
  const limits = createRateLimits(redis, running.log, config, { db, knownBrowsers })
  const meView = createUserView(links)
  const present = createPresentWorks(links)
  return {
    ...parts,
    config,
    links,
    authentication: createAuthentication(app, db),
    limits,
    sharedResponses: createSharedResponses(),
    knownBrowsers,
    takeMailAllowance: createMailAllowance(limits, config),
    unverifiedQuota: createUnverifiedQuota(config),
    social: createSocial(config),
    signIn: createSignIn(app, meView),
    signer: createSigner(config),
    intake: createIntake(app, running, redis),
    meView,
    present,
    workJson: createWorkJson(links, present),
    courses: createPresentCourses(links),
    market: createPresentMarket(links),
  }
}
