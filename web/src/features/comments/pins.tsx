import { createContext, use, useState, type ReactNode } from 'react'
import type { AnyPin } from './use-comments.js'

interface Pins {
  draft: AnyPin | null
  setDraft: (pin: AnyPin | null) => void
  /** The pin to show. Each request is a new object, so that the same pin can be shown again. */
  asked: AnyPin | null
  ask: (pin: AnyPin) => void
}

/** Connects the comments of a page with its 3D view or video. The value is null on pages without comments. */
const PinsContext = createContext<Pins | null>(null)
export const usePins = () => use(PinsContext)

export function PinsProvider({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState<AnyPin | null>(null)
  const [asked, setAsked] = useState<AnyPin | null>(null)
  return <PinsContext value={{ draft, setDraft, asked, ask: (pin) => setAsked({ ...pin }) }}>{children}</PinsContext>
}

export const commentElementId = (commentId: string) => `comment-${commentId}`
