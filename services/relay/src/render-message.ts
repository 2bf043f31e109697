import type { LiveMessage } from '@toile/bus/live-stream'
import { failureView } from '@toile/contracts/failure-view'
import { isRetryable } from '@toile/contracts/failures'
import { progressOf } from '@toile/contracts/renders/render-plan'
import { etaOfRender, middleOf, type Forecast } from '@toile/db/renders/renders-history'
import type { RenderRow } from '@toile/db/renders/renders'

export function renderMessage(render: RenderRow, forecast: Forecast): LiveMessage<'render:status'> {
  const eta = etaOfRender(forecast, render)
  const shown = render.previews.at(-1)
  return {
    room: `user:${render.ownerId}`,
    event: 'render:status',
    payload: {
      renderId: render.id,
      number: render.number,
      status: render.status,
      progress: progressOf(render.status, render.done),
      etaSeconds: middleOf(eta),
      ...(eta && { eta }),
      ...(render.approval === 'awaited' && { awaitingApproval: true }),
      // Realtime replaces this text with a signed link. The relay has no key to sign with.
      ...(shown && { previewUrl: `file:${shown.fileId}` }),
      ...(render.failure && {
        failure: failureView(render.failure, 'en'),
        retryable: isRetryable(render.failure.code),
      }),
      version: render.version,
      at: render.updatedAt.toISOString(),
    },
  }
}
