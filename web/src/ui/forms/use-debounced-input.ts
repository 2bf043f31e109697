import { useEffect, useRef, useState } from 'react'

/** Typing counts this long after the last key. */
const DEBOUNCE_MS = 300

/**
 * The text of a field that stands in the address. The field has a text of its own: one that came back from the router
 * would do so late, and the caret would be gone, and with it what an input method is just composing.
 */
export function useDebouncedInput(value: string, commit: (typed: string) => void) {
  const [typed, setTyped] = useState(value)
  const [isComposing, setComposing] = useState(false)
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })
  // What the address has, then what it was sent since: only another text comes from Back, or from a link.
  const sent = useRef([value])
  useEffect(() => {
    const at = sent.current.indexOf(value)
    if (at >= 0) sent.current.splice(0, at)
    else {
      sent.current = [value]
      setTyped(value)
    }
  }, [value])
  const pending = useRef<() => void>(undefined)
  useEffect(() => {
    const text = typed.trim()
    if (isComposing || text === sent.current.at(-1)) return
    const send = () => {
      clearTimeout(timer)
      pending.current = undefined
      sent.current.push(text)
      latest.current(text)
    }
    const timer = setTimeout(send, DEBOUNCE_MS)
    pending.current = send
    return () => {
      clearTimeout(timer)
      pending.current = undefined
    }
  }, [typed, isComposing])
  return {
    value: typed,
    // Before what is clicked on next: sent later, it would take the person back from where that leads.
    onBlur: () => pending.current?.(),
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  }
}
