import { createContext, use, useState, type ReactNode } from 'react'
import type { AnyPin } from './use-comments.js'

interface Pins {
  /** The point or moment that the comment being written speaks of. */
  draft: AnyPin | null
  setDraft: (pin: AnyPin | null) => void
  /** The one that a reader wants to see; a new object for each time. */
  asked: AnyPin | null
  ask: (pin: AnyPin) => void
}

/** What comments and the 3D view, or the video, of one page tell each other; null where there are no comments. */
const PinsContext = createContext<Pins | null>(null)
export const usePins = () => use(PinsContext)

export function PinsProvider({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState<AnyPin | null>(null)
  const [asked, setAsked] = useState<AnyPin | null>(null)
  return <PinsContext value={{ draft, setDraft, asked, ask: (pin) => setAsked({ ...pin }) }}>{children}</PinsContext>
}

/** The element of a comment, for the mark that leads to it. */
export const commentElementId = (commentId: string) => `comment-${commentId}`
