import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Db } from '@toile/db/client'
import type { Config } from '@toile/runtime/config'
import { createLinks, type Links } from '@toile/runtime/links'
import type { Running } from '@toile/runtime/process'
import type { Storage } from '@toile/storage/storage'
import { createIntake, type Intake } from '../page-view-intake.js'
import { createSigner, type Signer } from '../receipt-signer.js'
import { createSocial, type Social } from '../social/social.js'
import { createUnverifiedQuota, type UnverifiedQuotaOf } from '../uploads/unverified-quota.js'
import { createPresentCourses, type PresentCourses } from '../views/courses.js'
import { createPresentMarket, type PresentMarket } from '../views/market.js'
import { createPresentWorks, type PresentWorks } from '../views/present-works.js'
import { createWorkJson, type WorkJson } from '../views/work-json.js'
import { createUserView, type UserView } from '../views/users.js'
import { createAuthentication, type Authentication } from './authentication.js'
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.js'
import { createMailAllowance, type TakeMailAllowance } from './mail-allowance.js'
import { createRateLimits, type RateLimits } from './rate-limits.js'
import { createSharedResponses, type SharedResponses } from './shared-responses.js'
import { createSignIn, type SignIn } from './sign-in.js'

export interface AppParts {
  running: Running
  db: Db
  redis: Redis
  storage: Storage
}

export interface Context extends AppParts {
  config: Config
  links: Links
  authentication: Authentication
  limits: RateLimits
  sharedResponses: SharedResponses
  knownBrowsers: KnownBrowsers
  takeMailAllowance: TakeMailAllowance
  unverifiedQuota: UnverifiedQuotaOf
  social: Social
  signIn: SignIn
  signer: Signer
  intake: Intake
  meView: UserView
  present: PresentWorks
  workJson: WorkJson
  courses: PresentCourses
  market: PresentMarket
}

export function createContext(app: FastifyInstance, parts: AppParts): Context {
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
