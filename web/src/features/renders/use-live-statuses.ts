import { useReducer } from 'react'
import type { RenderStatusMessage } from '@toile/contracts/renders/renders'
import { useLive } from '../../lib/socket.js'
import { isNewer, type LiveStatus } from './live-render.js'

type LiveStatuses = ReadonlyMap<string, LiveStatus>

function reduceStatus(before: LiveStatuses, message: RenderStatusMessage): LiveStatuses {
  const known = before.get(message.renderId)
  if (known && !isNewer(message, known)) return before
  return new Map(before).set(message.renderId, { ...message, receivedAtMs: Date.now() })
}

/** The latest status message since mounting for each of the user's renders, by id. */
export function useLiveStatuses(): LiveStatuses {
  const [statuses, onMessage] = useReducer(reduceStatus, new Map())
  useLive('render:status', onMessage)
  return statuses
}
