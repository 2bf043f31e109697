import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { sendLive } from '@toile/bus/live-stream'
import { PREFIX } from '@toile/bus/redis'
import type { Alert } from '@toile/contracts/queues/alerts'
import { alertPatience } from '@toile/contracts/queues/alerts.constants'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { recordPostgresOutage } from '@toile/db/queues/alerts'
import type { Config } from '@toile/runtime/config'
import type { Logger } from '@toile/runtime/logger'
import { postAlert } from './alert-webhook.js'

// Postgres cannot store the alert about its own outage. So Redis carries the alert, and Postgres stores it afterwards.

interface Outage {
  alert: Alert
  isReported: boolean
}

interface Parts {
  db: Db
  redis: Redis
  config: Config
  log: Logger
}

/** All relays share this key. One of them publishes the outage, and any of them records it. */
const KEY = `${PREFIX}:postgres-outage`
const EXPIRE_SECONDS = 7 * 86_400
const REPUBLISH_CHECKS = 30

/**
 * After `maxSilentChecks` failed checks in a row, one relay notifies administrators and calls the webhook. If Redis is
 * down too, every relay only calls the webhook. A relay's freeze counts as one failed check. @returns the stop function
 */
export function monitorPostgres(
  { db, redis, config, log }: Parts,
  { maxSilentChecks = alertPatience.postgres.openSeconds, everyMs = 1_000 } = {},
): () => Promise<void> {
  const ending = new AbortController()
  let outage: Outage | undefined
  let asking: Promise<boolean> | undefined
  let silent = 0
  // Another relay may have published an outage before this one started.
  let mayBePublished = true

  const known = async (): Promise<Outage | undefined> => {
    const stored = await redis.get(KEY).catch(() => null)
    return stored ? (JSON.parse(stored) as Outage) : undefined
  }
  const publish = async () => {
    outage ??= { alert: outageAlert(new Date(Date.now() - maxSilentChecks * everyMs)), isReported: false }
    const first = await redis.set(KEY, JSON.stringify(outage), 'EX', EXPIRE_SECONDS, 'NX').catch(() => 'OK')
    if (!first) outage = (await known()) ?? outage
    // Reaches only sockets that were opened before the outage, because a handshake needs Postgres.
    if (first)
      await sendLive(redis, [{ room: 'administrators', event: 'alert:changed', payload: outage.alert }]).catch(() => {})
    if (outage.isReported || (!first && silent === maxSilentChecks)) return
    outage = { ...outage, isReported: await postAlert({ config, log }, outage.alert) }
    await redis.set(KEY, JSON.stringify(outage), 'EX', EXPIRE_SECONDS, 'XX').catch(() => {})
  }
  const record = async () => {
    const ended = (await known()) ?? outage
    if (ended && !(await recordPostgresOutage(db, ended.alert, ended.isReported))) return
    await redis.del(KEY).catch(() => 0)
    outage = undefined
    mayBePublished = false
  }
  const check = async () => {
    asking ??= isReachable(db).finally(() => (asking = undefined))
    if (await Promise.race([asking, wait(everyMs, false)])) {
      silent = 0
      if (mayBePublished) await record()
      return
    }
    silent++
    mayBePublished = true
    if (silent >= maxSilentChecks && (silent - maxSilentChecks) % REPUBLISH_CHECKS === 0) await publish()
  }
  const checking = (async () => {
    while (!ending.signal.aborted) {
      await check().catch((error: unknown) => log.warn({ err: error }, 'Postgres check failed'))
      await wait(everyMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return async () => {
    ending.abort()
    await checking
  }
}

async function isReachable(db: Db): Promise<boolean> {
  return db
    .selectNoFrom((eb) => eb.lit(1).as('one'))
    .execute()
    .then(
      () => true,
      () => false,
    )
}

function outageAlert(since: Date): Alert {
  return {
    id: newId(),
    kind: 'postgres',
    queue: null,
    params: { reason: 'away' },
    openedAt: since.toISOString(),
    acknowledgedAt: null,
    acknowledgedBy: null,
    closedAt: null,
    version: 1,
  }
}
