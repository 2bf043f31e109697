import { createHmac } from 'node:crypto'
import type { Alert } from '@toile/contracts/queues/alerts'
import type { Db } from '@toile/db/client'
import { markPublished, takeUnpublished } from '@toile/db/queues/alerts'
import type { Config } from '@toile/runtime/config'
import type { Logger } from '@toile/runtime/logger'

/** A receiver that says nothing for so long is tried again later. */
const SILENCE_MS = 5_000

/**
 * Notifies the configured webhook of every change of an alert that it has not received, as JSON. At least once, and of
 * the present state: what opened and closed in between is sent as closed. It never throws.
 */
export async function notifyWebhook({ db, config, log }: { db: Db; config: Config; log: Logger }): Promise<void> {
  if (!config.alertWebhook) return
  const alerts = await takeUnpublished(db)
  await Promise.all(
    alerts.map(async (alert) => {
      if (await postAlert({ config, log }, alert)) await markPublished(db, alert)
    }),
  )
}

/** Posts an alert as it is now, signed. Whether the webhook took it; true as well where there is none. */
export async function postAlert({ config, log }: { config: Config; log: Logger }, alert: Alert): Promise<boolean> {
  const { alertWebhook } = config
  if (!alertWebhook) return true
  const body = JSON.stringify({
    event: eventOf(alert),
    sentAt: new Date().toISOString(),
    alert,
    url: `${config.publicUrl}/backgroundAdmin/queues`,
  })
  try {
    const response = await fetch(alertWebhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(alertWebhook.secret && {
          'x-toile-signature': `sha256=${createHmac('sha256', alertWebhook.secret).update(body).digest('hex')}`,
        }),
      },
      body,
      // Where the configuration says and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(SILENCE_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return true
  } catch (error) {
    log.warn({ err: error instanceof Error ? error.message : error, alert: alert.id }, 'the alert webhook')
    return false
  }
}

function eventOf({ closedAt, acknowledgedAt }: Alert): string {
  if (closedAt) return 'alert.closed'
  return acknowledgedAt ? 'alert.acknowledged' : 'alert.opened'
}
