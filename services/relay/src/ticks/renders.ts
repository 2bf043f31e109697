import { renderForecast } from '@toile/bus/render-forecast'
import { queuedRenderPositions, redriveChunk, stuckChunks } from '@toile/db/renders/renders-admission'
import { redriveEncoding, stuckEncodings } from '@toile/db/renders/renders-transitions'
import { findRenders } from '@toile/db/renders/renders'
import { renderMessage } from '../render-message.js'
import { admit } from './admit.js'
import type { TickParts } from './parts.js'
import { redriveStuckThings } from './stuck.js'

const BATCH = 200

export async function admitRenders(parts: TickParts): Promise<void> {
  await admit(parts, ['renders', 'renders-cycles'])
  await reportRenderPositions(parts)
}

/** This map is kept only in memory, so another relay may repeat a report, which is harmless. */
let lastReported = new Map<string, number>()

async function reportRenderPositions({ db, redis, report }: TickParts): Promise<void> {
  const positions = await queuedRenderPositions(db)
  const changed = [...positions].filter(([id, place]) => lastReported.get(id) !== place)
  // Renders at the front are reported first. The others follow with later ticks.
  const near = changed.sort(([, one], [, other]) => one - other).slice(0, BATCH)
  lastReported = new Map([...positions].filter(([id, place]) => lastReported.get(id) === place).concat(near))
  if (near.length === 0) return
  const forecast = await renderForecast(db, redis)
  const renders = await findRenders(
    db,
    near.map(([id]) => id),
  )
  for (const render of renders) {
    const { room, event, payload } = renderMessage(render, forecast)
    if (render.status === 'queued')
      report(render.id, { room, event, payload: { ...payload, place: positions.get(render.id)! } })
  }
}

const redriveChunks = redriveStuckThings(
  'chunk',
  stuckChunks,
  ({ isCycles }) => (isCycles ? 'render.drawCycles' : 'render.draw'),
  redriveChunk,
)
const redriveEncodings = redriveStuckThings('render', stuckEncodings, 'render.encode', redriveEncoding)

export async function redriveStuckRenders(parts: TickParts): Promise<void> {
  await redriveChunks(parts)
  await redriveEncodings(parts)
}
