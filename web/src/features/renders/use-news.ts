import { useReducer } from 'react'
import type { RenderStatusMessage } from '@toile/contracts/renders/renders'
import { useLive } from '../../lib/socket.js'
import { isNewer, type News } from './live-render.js'

type Heard = ReadonlyMap<string, News>

function hear(before: Heard, message: RenderStatusMessage): Heard {
  const known = before.get(message.renderId)
  if (known && !isNewer(message, known)) return before
  return new Map(before).set(message.renderId, { ...message, heardMs: Date.now() })
}

/** The latest message of each of my renders since the component is there, by id. */
export function useNews(): Heard {
  const [heard, take] = useReducer(hear, new Map())
  useLive('render:status', take)
  return heard
}
