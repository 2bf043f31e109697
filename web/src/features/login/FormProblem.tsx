import { useEffect, useRef } from 'react'
import './login.css'

/** Why a form was not taken, as the server said it or as we saw before asking. */
export interface Problem {
  message: string
  fields: Record<string, string[]>
}

/** The sentence above the form. It takes the focus, so that one hears it and is back at the form's start. */
export function FormProblem({ problem }: { problem: Problem | undefined }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => box.current?.focus(), [problem])
  if (!problem) return null
  return (
    <p ref={box} role="alert" tabIndex={-1} className="form-problem">
      {problem.message}
    </p>
  )
}
