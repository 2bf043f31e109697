import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Activity, Scores } from '@toile/contracts/activities/activities'
import type { Entry } from '@toile/contracts/activities/activity-entries'
import { api } from '../../../lib/api.js'
import { useFormDraft } from '../../../lib/forms/form-drafts.js'
import { missingOf } from './scores.js'

/** Scores are sent this long after the last change, so that one drag of a slider causes one call. */
const SAVE_AFTER_MS = 500

export type SaveState = { name: 'idle' | 'saving' | 'saved' } | { name: 'failed'; message: string }

/** Scores stay a draft until all criteria have points. Then they are saved after a change, on leaving or on return. */
export function useScores({ id, criteria }: Activity, entries: readonly Entry[]) {
  const [unsaved, setUnsaved] = useFormDraft<Record<string, Scores>>(`scores ${id}`, {})
  const [saved, setSaved] = useState<Record<string, Scores>>({})
  const [states, setStates] = useState<Record<string, SaveState>>({})
  const timers = useRef(new Map<string, { timer: ReturnType<typeof setTimeout>; now: () => void }>())
  /** The number of the latest call for each work. Answers to earlier calls are ignored. */
  const calls = useRef(new Map<string, number>())
  const saveOld = useEffectEvent(() => {
    for (const [workId, scores] of Object.entries(unsaved))
      if (missingOf(criteria, scores) === 0) send.mutate({ workId, scores })
  })
  useEffect(() => {
    saveOld()
    const waiting = timers.current
    return () => waiting.forEach(({ now }) => now())
  }, [])

  const scoresOf = ({ workId, myScores }: Entry): Scores => unsaved[workId] ?? saved[workId] ?? myScores ?? {}
  const setState = (workId: string, state: SaveState) => setStates((before) => ({ ...before, [workId]: state }))

  const send = useMutation({
    mutationFn: ({ workId, scores }: { workId: string; scores: Scores }) => api.scoreEntry({ id, workId, scores }),
    meta: { showsError: true },
    onMutate({ workId }) {
      const waiting = timers.current.get(workId)
      if (waiting) clearTimeout(waiting.timer)
      timers.current.delete(workId)
      const call = (calls.current.get(workId) ?? 0) + 1
      calls.current.set(workId, call)
      setState(workId, { name: 'saving' })
      return call
    },
    onSuccess(_, { workId, scores }, call) {
      if (calls.current.get(workId) !== call) return
      setSaved((before) => ({ ...before, [workId]: scores }))
      setUnsaved(({ [workId]: _saved, ...others }) => others)
      setState(workId, { name: 'saved' })
    },
    onError({ message }, { workId }, call) {
      if (calls.current.get(workId) === call) setState(workId, { name: 'failed', message })
    },
  })

  function setScore(entry: Entry, criterion: string, points: number): void {
    const { workId } = entry
    const scores = { ...scoresOf(entry), [criterion]: points }
    setUnsaved((before) => ({ ...before, [workId]: scores }))
    setState(workId, { name: 'idle' })
    const waiting = timers.current.get(workId)
    if (waiting) clearTimeout(waiting.timer)
    if (missingOf(criteria, scores) > 0) return
    const now = () => send.mutate({ workId, scores })
    timers.current.set(workId, { now, timer: setTimeout(now, SAVE_AFTER_MS) })
  }

  return {
    scoresOf,
    stateOf: (entry: Entry): SaveState => states[entry.workId] ?? { name: entry.myScores ? 'saved' : 'idle' },
    setScore,
    save: (entry: Entry) => send.mutate({ workId: entry.workId, scores: scoresOf(entry) }),
    total: entries.length,
  }
}
