import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { sendLive } from '@toile/bus/live-stream'
import { PREFIX } from '@toile/bus/redis'
import type { Alert } from '@toile/contracts/queues/alerts'
import { alertPatience } from '@toile/contracts/queues/alerts.constants'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { recordAway } from '@toile/db/queues/alerts'
import type { Config } from '@toile/runtime/config'
import type { Logger } from '@toile/runtime/logger'
import { postAlert } from './alert-webhook.js'

// Every other alert is a row first. That Postgres itself does not answer is told without it, and written down afterwards.

interface Away {
  alert: Alert
  /** The webhook has heard of it. */
  told: boolean
}

interface Parts {
  db: Db
  redis: Redis
  config: Config
  log: Logger
}

/** What relays know of each other's looks: one of them tells, any of them writes it down. */
const KEY = `${PREFIX}:postgres-outage`
const KEEP_SECONDS = 7 * 86_400
const TELL_AGAIN_LOOKS = 30

/**
 * Asks Postgres something once a second. After `looks` in a row without an answer administrators hear of it, by socket and
 * webhook; without Redis each relay tells the webhook by itself. A relay that was frozen counts one. @returns its end
 */
export function watchPostgres(
  { db, redis, config, log }: Parts,
  { looks = alertPatience.postgres.openSeconds, everyMs = 1_000 } = {},
): () => Promise<void> {
  const ending = new AbortController()
  let away: Away | undefined
  let asking: Promise<boolean> | undefined
  let silent = 0
  // One that was told by a relay that is gone.
  let mayBeTold = true

  const known = async (): Promise<Away | undefined> => {
    const said = await redis.get(KEY).catch(() => null)
    return said ? (JSON.parse(said) as Away) : undefined
  }
  const tell = async () => {
    away ??= { alert: awaySince(new Date(Date.now() - looks * everyMs)), told: false }
    const first = await redis.set(KEY, JSON.stringify(away), 'EX', KEEP_SECONDS, 'NX').catch(() => 'OK')
    if (!first) away = (await known()) ?? away
    // Those who look at the back office have their socket since before.
    if (first)
      await sendLive(redis, [{ room: 'administrators', event: 'alert:changed', payload: away.alert }]).catch(() => {})
    if (away.told || (!first && silent === looks)) return
    away = { ...away, told: await postAlert({ config, log }, away.alert) }
    await redis.set(KEY, JSON.stringify(away), 'EX', KEEP_SECONDS, 'XX').catch(() => {})
  }
  const writeDown = async () => {
    const told = (await known()) ?? away
    if (told && !(await recordAway(db, told.alert, told.told))) return
    await redis.del(KEY).catch(() => 0)
    away = undefined
    mayBeTold = false
  }
  const look = async () => {
    asking ??= answers(db).finally(() => (asking = undefined))
    if (await Promise.race([asking, wait(everyMs, false)])) {
      silent = 0
      if (mayBeTold) await writeDown()
      return
    }
    silent++
    mayBeTold = true
    if (silent >= looks && (silent - looks) % TELL_AGAIN_LOOKS === 0) await tell()
  }
  const looking = (async () => {
    while (!ending.signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error }, 'looking after Postgres'))
      await wait(everyMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return async () => {
    ending.abort()
    await looking
  }
}

async function answers(db: Db): Promise<boolean> {
  return db
    .selectNoFrom((eb) => eb.lit(1).as('one'))
    .execute()
    .then(
      () => true,
      () => false,
    )
}

function awaySince(since: Date): Alert {
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
