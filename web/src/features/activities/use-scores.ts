import { useEffect, useRef, useState } from 'react'
import type { Activity, Scores } from '@toile/contracts/activities'
import type { Entry, activityEntryRoutes } from '@toile/contracts/activity-entries'
import { call, FAILED } from '../../api.js'
import { missingOf } from './scores.js'

/** After the last change of a work's points; one drag of a slider is one call. */
const SAVE_AFTER_MS = 500

export type SaveState = { name: 'idle' | 'saving' | 'saved' } | { name: 'failed'; message: string }

/**
 * What a juror gives, kept by itself a moment after each change, as soon as each criterion of the work has points.
 * Leaving the page keeps what was not kept yet.
 */
export function useScores({ id, criteria }: Activity, entries: readonly Entry[]) {
  const [given, setGiven] = useState<Record<string, Scores>>({})
  const [states, setStates] = useState<Record<string, SaveState>>({})
  const timers = useRef(new Map<string, { timer: ReturnType<typeof setTimeout>; now: () => void }>())
  /** The newest call for a work; an older one's answer says nothing any more. */
  const calls = useRef(new Map<string, number>())
  useEffect(() => {
    const waiting = timers.current
    return () => waiting.forEach(({ now }) => now())
  }, [])

  const scoresOf = (entry: Entry): Scores => given[entry.workId] ?? entry.myScores ?? {}
  const tell = (workId: string, state: SaveState) => setStates((before) => ({ ...before, [workId]: state }))

  async function send(workId: string, scores: Scores): Promise<void> {
    const waiting = timers.current.get(workId)
    if (waiting) clearTimeout(waiting.timer)
    timers.current.delete(workId)
    const number = (calls.current.get(workId) ?? 0) + 1
    calls.current.set(workId, number)
    tell(workId, { name: 'saving' })
    const path = `/activities/${id}/works/${workId}/scores` as const
    const answer = await call<typeof activityEntryRoutes.scoreEntry>('PUT', path, { scores }, { quiet: true })
    if (calls.current.get(workId) !== number) return
    tell(workId, answer.code === FAILED ? { name: 'failed', message: answer.message } : { name: 'saved' })
  }

  function give(entry: Entry, criterion: string, points: number): void {
    const { workId } = entry
    const scores = { ...scoresOf(entry), [criterion]: points }
    setGiven((before) => ({ ...before, [workId]: scores }))
    tell(workId, { name: 'idle' })
    const waiting = timers.current.get(workId)
    if (waiting) clearTimeout(waiting.timer)
    if (missingOf(criteria, scores) > 0) return
    const now = () => void send(workId, scores)
    timers.current.set(workId, { now, timer: setTimeout(now, SAVE_AFTER_MS) })
  }

  return {
    scoresOf,
    stateOf: (entry: Entry): SaveState => states[entry.workId] ?? { name: entry.myScores ? 'saved' : 'idle' },
    give,
    save: (entry: Entry) => void send(entry.workId, scoresOf(entry)),
    total: entries.length,
  }
}
