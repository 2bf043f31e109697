import { createHmac } from 'node:crypto'
import type { Alert } from '@toile/contracts/queues/alerts'
import type { Db } from '@toile/db/client'
import { markPublished, takeUnpublished } from '@toile/db/queues/alerts'
import type { Config } from '@toile/runtime/config'
import type { Logger } from '@toile/runtime/logger'

/** A call without a response for this long fails. A later run repeats the call. */
const SILENCE_MS = 5_000

/**
 * Sends changed alerts in their current state. Repeats failed calls until one day after the change. An alert that opens
 * and closes between two runs is sent only as closed.
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

/** Signs the request if the webhook has a secret. @returns true if there is no webhook or it accepted the alert */
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
      // A redirect would send the alert to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(SILENCE_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`answered with status ${response.status}`)
    return true
  } catch (error) {
    log.warn({ err: error instanceof Error ? error.message : error, alert: alert.id }, 'alert webhook failed')
    return false
  }
}

function eventOf({ closedAt, acknowledgedAt }: Alert): string {
  if (closedAt) return 'alert.closed'
  return acknowledgedAt ? 'alert.acknowledged' : 'alert.opened'
}
