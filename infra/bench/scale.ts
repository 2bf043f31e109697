import type { RunningToile } from '../start/toile.js'
import { benchBacklog } from './backlog.js'
import type { Line } from './line.js'
import { benchMoves } from './moves.js'
import { benchSockets } from './sockets.js'
import { benchThroughput } from './throughput.js'

const GRACE_MS = 3_000

/** More copies of everything on one machine: what pages see of it, what workers gain by it, and what one copy can carry. */
export async function benchScale({ programs }: RunningToile, env: Record<string, string>): Promise<Line[]> {
  const lines = [...(await benchMoves(env)), ...(await benchSockets(env))]
  // From here on the workers are counted: Toile's own of these kinds end.
  for (const name of ['notifications', 'images'])
    await programs.find((program) => program.name === name)!.stop(GRACE_MS)
  return [...lines, ...(await benchThroughput(env)), ...(await benchBacklog(env))]
}
