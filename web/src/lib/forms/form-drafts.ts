import { useRef, useState } from 'react'
import { FORM_DRAFTS_KEY } from './form-drafts-key.js'
import { getToken } from '../session.js'
import { local, readJson, session } from '../storage.js'
import { claimsOf } from '../token.js'

// A user's drafts stay on the device until sign-out, but are used for a day at most. A visitor's drafts stay in the
// tab, because the next visitor may be another person. Never store passwords, codes, tokens or files.

interface StoredDraft {
  value: unknown
  at: number
}

const DAY_MS = 86_400_000
/** The maximum number of drafts on a device, or in a visitor's tab. The oldest drafts are dropped first. */
const MAX_DRAFTS = 50

function storageKeyOf(formKey: string): { store: typeof local; key: string } {
  const person = claimsOf(getToken())?.sub
  return { store: person ? local : session, key: `${person ?? 'visitor'} ${formKey}` }
}

function readAll(store: typeof local): Map<string, StoredDraft> {
  const all = (readJson(store, FORM_DRAFTS_KEY) ?? {}) as Record<string, Partial<StoredDraft> | null>
  const isGood = (draft: Partial<StoredDraft> | null) =>
    typeof draft?.at === 'number' && Math.abs(Date.now() - draft.at) < DAY_MS
  return new Map(Object.entries(all).filter(([, draft]) => isGood(draft)) as [string, StoredDraft][])
}

/** The user's draft. It is undefined if there is none, or if its type differs from the type of `empty`. */
export function readFormDraft<T>(formKey: string | undefined, empty: T): T | undefined {
  if (formKey === undefined) return undefined
  const { store, key } = storageKeyOf(formKey)
  const value = readAll(store).get(key)?.value
  return value !== null && typeof value === typeof empty ? (value as T) : undefined
}

/** Stores the user's draft. A value that equals `empty` removes the draft. */
export function saveFormDraft<T>(formKey: string | undefined, value: T, empty: T): void {
  if (formKey === undefined) return
  const { store, key } = storageKeyOf(formKey)
  const all = readAll(store)
  all.delete(key)
  if (JSON.stringify(value) !== JSON.stringify(empty)) all.set(key, { value, at: Date.now() })
  const entries = [...all].slice(-MAX_DRAFTS)
  try {
    if (entries.length > 0) store.setItem(FORM_DRAFTS_KEY, JSON.stringify(Object.fromEntries(entries)))
    else store.removeItem(FORM_DRAFTS_KEY)
  } catch {
    // The storage is full, but the input stays on screen.
  }
}

/** State that restores unsent input. Refused input may return after unmounting, so the setter stores it at once. */
export function useFormDraft<T>(formKey: string | undefined, empty: T): [T, (next: T | ((before: T) => T)) => void] {
  const [value, setValue] = useState<T>(() => readFormDraft(formKey, empty) ?? empty)
  const latest = useRef(value)
  const set = (next: T | ((before: T) => T)) => {
    latest.current = typeof next === 'function' ? (next as (before: T) => T)(latest.current) : next
    saveFormDraft(formKey, latest.current, empty)
    setValue(latest.current)
  }
  return [value, set]
}
