import { useState } from 'react'
import { FAILED, type Done, type Failed } from '../../api.js'
import type { Problem } from './FormProblem.js'

/** What every form here goes through: being sent, and perhaps not being taken. */
export function useSubmit() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  return {
    busy,
    problem,
    setProblem,
    errors: problem?.fields ?? {},
    /** Resolves with the answer; undefined when it failed, which the form then shows. */
    async send<T>(call: () => Promise<Done<T> | Failed>): Promise<{ data: T } | undefined> {
      setBusy(true)
      setProblem(undefined)
      const answer = await call()
      setBusy(false)
      if (answer.code === FAILED) return void setProblem(answer)
      return answer
    },
  }
}
