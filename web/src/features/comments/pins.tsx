import { createContext, use, useState, type ReactNode } from 'react'
import type { Pin } from '@toile/contracts/comments'

interface Pins {
  /** The point that the comment being written speaks of. */
  draft: Pin | null
  setDraft: (pin: Pin | null) => void
  /** The point that a reader wants to see; a new object for each time. */
  asked: Pin | null
  ask: (pin: Pin) => void
}

/** What comments and the 3D view of one page tell each other; null where there are no comments. */
const PinsContext = createContext<Pins | null>(null)
export const usePins = () => use(PinsContext)

export function PinsProvider({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState<Pin | null>(null)
  const [asked, setAsked] = useState<Pin | null>(null)
  return <PinsContext value={{ draft, setDraft, asked, ask: (pin) => setAsked({ ...pin }) }}>{children}</PinsContext>
}

/** The element of a comment, for the mark that leads to it. */
export const commentElementId = (commentId: string) => `comment-${commentId}`
