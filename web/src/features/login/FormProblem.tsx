import { useEffect, useRef } from 'react'
import type { Problem } from '../../lib/forms/api-form.js'
import './login.css'

/** The error above a form. It takes the focus, unless the form focuses a field with an error. */
export function FormProblem({ problem }: { problem: Problem | undefined }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (problem && !problem.isOfFields) box.current?.focus()
  }, [problem])
  if (!problem) return null
  return (
    <p ref={box} role="alert" tabIndex={-1} className="form-problem">
      {problem.message}
    </p>
  )
}
