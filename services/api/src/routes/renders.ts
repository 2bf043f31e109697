import { lastProgress } from '@toile/bus/progress'
import { renderForecast, renderPositions } from '@toile/bus/render-forecast'
import { cutText } from '@toile/contracts/cut-text'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Language } from '@toile/contracts/languages.constants'
import { planRender } from '@toile/contracts/renders/render-plan'
import type { Render, RenderInput } from '@toile/contracts/renders/renders'
import {
  livingRenderStatuses,
  MAX_QUEUED_SECONDS,
  MAX_RENDER_SECONDS,
  MAX_RENDER_SECONDS_PER_DAY,
  MAX_RENDERS_PER_DAY,
  MAX_REPEATED_RENDERS_PER_DAY,
  renderEngines,
  renderNameLength,
  type RenderEngine,
} from '@toile/contracts/renders/renders.constants'
import { inTransaction, type Db } from '@toile/db/client'
import { assertRoomFor } from '@toile/db/files/files'
import { assertNotSuspended, countTenantRender } from '@toile/db/tenants/tenant-quotas'
import { deleteRender } from '@toile/db/renders/renders-deletion'
import { etaOf, etaOfRender } from '@toile/db/renders/renders-history'
import {
  approveRender,
  cancelRender,
  finishFromCache,
  insertRender,
  retryRender,
} from '@toile/db/renders/renders-transitions'
import {
  findRenders,
  findSource,
  listRenders,
  secondsAhead,
  usageToday,
  type RenderRow,
  type RenderSource,
  type RenderUse,
} from '@toile/db/renders/renders'
import type { User } from '@toile/db/users/users'
import { findWork } from '@toile/db/works/works'
import { renderCacheKey, settingsOf } from '../render-settings.js'
import { useOutput } from '../uploads/use-output.js'
import { renderView } from '../views/renders.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

const RETRY_AFTER_SECONDS = 300

export function renderHandlers({ redis, links, storage, config }: Context) {
  /** An engine is offered while a worker has it, or if the operator configured it. */
  const isOffered = (engine: RenderEngine, workers: Record<RenderEngine, number>) =>
    workers[engine] > 0 || config.renderEngines.includes(engine)

  const present = async (db: Db, rows: readonly RenderRow[], language: Language): Promise<Render[]> => {
    const living = rows.filter(({ status }) => (livingRenderStatuses as readonly string[]).includes(status))
    if (living.length === 0) return rows.map((row) => renderView(row, {}, links, language))
    const ids = living.map(({ id }) => id)
    const [forecast, positions, lastReported] = await Promise.all([
      renderForecast(db, redis),
      renderPositions(
        db,
        redis,
        living.flatMap(({ id, status }) => (status === 'queued' ? id : [])),
      ),
      lastProgress<'render:status'>(redis, ids),
    ])
    return rows.map((row) => {
      const place = row.status === 'queued' ? positions.get(row.id) : undefined
      const known = { place, eta: etaOfRender(forecast, row), lastReported: lastReported[ids.indexOf(row.id)] }
      return renderView(row, known, links, language)
    })
  }
  const presentOne = async (db: Db, id: string, language: Language): Promise<Render> => {
    const [render] = await present(db, await findRenders(db, [id]), language)
    if (!render) throw new ToileError('NOT_FOUND')
    return render
  }

  const changing =
    (change: (db: Db, id: string) => Promise<boolean>) =>
    async ({ db, params, language }: { db: Db; params: { id: string }; language: Language }) => {
      if (!(await change(db, params.id))) throw new ToileError('STATE_CONFLICT')
      return presentOne(db, params.id, language)
    }

  return {
    async createRender({ db, user, body, language }) {
      const { source, workId, settings, plan } = await planOf(db, user, body)
      const { workers } = await renderForecast(db, redis)
      if (!isOffered(settings.engine, workers)) throw new ToileError('RENDER_ENGINE_MISSING')
      const id = newId()
      await inTransaction(db, async (trx) => {
        await insertRender(trx, {
          id,
          ownerId: user.id,
          workId,
          uploadId: source.uploadId,
          name: body.name || source.name,
          settings,
          recipe: renderCacheKey(settings, source.sha256),
          plan,
          approve: body.approveAfterScout ?? false,
        })
        await assertNotSuspended(trx, user.id)
        if (await finishFromCache(trx, id)) return assertFewRepeated(trx, user.id)
        await assertRoomFor(trx, user.id, settings.cameras.length * settings.width * settings.height)
        await assertFair(trx, user.id)
        await countTenantRender(trx, user.id)
      })
      return presentOne(db, id, language)
    },

    async listRenders({ db, user, query, language }) {
      const page = await listRenders(db, { ...query, ownerId: user.id, limit: query.limit })
      return { ...page, items: await present(db, page.items, language) }
    },

    async listEngines({ db }) {
      const { workers } = await renderForecast(db, redis)
      return {
        engines: renderEngines.map((engine) => ({
          engine,
          available: isOffered(engine, workers),
          workers: workers[engine],
        })),
      }
    },

    async estimateRender({ db, user, body }) {
      const { settings, plan } = await planOf(db, user, body)
      const forecast = await renderForecast(db, redis)
      const pace = forecast.paces.get(settings.engine)
      const eta = etaOf(forecast, settings.engine, {
        seconds: plan.estimatedSeconds,
        chunks: plan.chunks.length,
        secondsAhead: forecast.secondsAhead,
      })
      return {
        pictures: settings.cameras.length,
        chunks: plan.chunks.length,
        costSeconds: pace
          ? {
              minSeconds: Math.floor(pace.low * plan.estimatedSeconds),
              maxSeconds: Math.ceil(pace.high * plan.estimatedSeconds),
            }
          : null,
        eta: eta ?? null,
        scout: plan.scout !== null,
      }
    },

    getRender: ({ db, params, language }) => presentOne(db, params.id, language),
    cancelRender: changing(cancelRender),
    retryRender: changing((db, id) =>
      inTransaction(db, async (trx) => {
        const [row] = await findRenders(trx, [id])
        if (!row?.uploadId) throw new ToileError('RENDER_SOURCE_INVALID')
        await assertNotSuspended(trx, row.ownerId)
        const retried = await retryRender(trx, id)
        if (retried) await assertFair(trx, row.ownerId)
        return retried
      }),
    ),
    approveRender: changing(approveRender),
    async deleteRender({ db, params }) {
      if (!(await deleteRender(db, params.id))) throw new ToileError('NOT_FOUND')
    },
    useRenderOutput: ({ db, params, body }) => useOutput({ db, storage }, params, body),
  } satisfies Partial<Handlers>
}

async function planOf(db: Db, user: User, body: RenderInput) {
  const { source, workId } = await sourceOf(db, user, body.source)
  const settings = settingsOf(body, source.facts)
  const plan = planRender(settings, source.facts.triangles, { scoutFirst: body.approveAfterScout ?? false })
  if (plan.estimatedSeconds > MAX_RENDER_SECONDS)
    throw new ToileError('RENDER_TOO_LARGE', {
      params: { minutes: Math.ceil(plan.estimatedSeconds / 60), limitMinutes: MAX_RENDER_SECONDS / 60 },
    })
  return { source, workId, settings, plan }
}

async function sourceOf(
  db: Db,
  user: User,
  { workId, uploadId }: RenderInput['source'],
): Promise<{ source: RenderSource & { name: string }; workId: string | null }> {
  const work = workId ? await findWork(db, workId) : undefined
  if (workId && work?.ownerId !== user.id) throw new ToileError('RENDER_SOURCE_INVALID')
  const id = uploadId ?? work?.uploadId
  const source = id ? await findSource(db, { ownerId: user.id, uploadId: id }) : undefined
  if (!source || (work && source.uploadId !== work.uploadId)) throw new ToileError('RENDER_SOURCE_INVALID')
  return {
    source: { ...source, name: cutText(work?.title || source.filename, renderNameLength.max) },
    workId: work?.id ?? null,
  }
}

/** Q10: limits the user's renders per day and the length of the whole queue. The new render is already counted. */
async function assertFair(trx: Db, userId: string): Promise<void> {
  const used = await usageToday(trx, userId)
  if (used.renders > MAX_RENDERS_PER_DAY || used.seconds > MAX_RENDER_SECONDS_PER_DAY)
    throw quotaUsed(used, MAX_RENDERS_PER_DAY)
  if ((await secondsAhead(trx)) > MAX_QUEUED_SECONDS)
    throw new ToileError('RENDERS_FULL', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** Q10: a render from the cache costs a row but no worker time, so a higher limit applies. */
async function assertFewRepeated(trx: Db, userId: string): Promise<void> {
  const used = await usageToday(trx, userId)
  if (used.renders > MAX_REPEATED_RENDERS_PER_DAY) throw quotaUsed(used, MAX_REPEATED_RENDERS_PER_DAY)
}

function quotaUsed({ freeInHours }: RenderUse, limit: number): ToileError {
  const hours = Math.max(1, freeInHours)
  const params = { limit, limitMinutes: MAX_RENDER_SECONDS_PER_DAY / 60, hours }
  return new ToileError('RENDER_QUOTA', { params, retryAfterSeconds: hours * 3600 })
}
