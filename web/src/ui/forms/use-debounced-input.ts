import { useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 300

/**
 * Keeps the text locally, because a value from the router arrives late. The late value would move the caret and break
 * an input method's composition.
 */
export function useDebouncedInput(value: string, commit: (typed: string) => void) {
  const [typed, setTyped] = useState(value)
  const [isComposing, setComposing] = useState(false)
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })
  // The current `value`, then the committed texts that have not come back as `value` yet. Any other `value` comes from
  // the Back button or a link.
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
    // The text is committed before a click navigates. A later commit would undo that navigation.
    onBlur: () => pending.current?.(),
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  }
}
