import { useRef, useState } from 'react'
import { FORM_DRAFTS_KEY } from './form-drafts-key.js'
import { getToken } from '../session.js'
import { local, session } from '../storage.js'
import { claimsOf } from '../token.js'

// What was typed into a form and not sent outlives the page: for a day, for the person who typed it, until they sign out.
// A visitor's stays in its tab: nobody knows who opens the next. Never for passwords, codes, tokens or what is in files.

interface StoredDraft {
  value: unknown
  at: number
}

const DAY_MS = 86_400_000
/** On one device; the oldest goes first. */
const MAX_DRAFTS = 50

/** The store and the key of a draft: by person and form. */
function storageKeyOf(formKey: string): { store: typeof local; key: string } {
  const person = claimsOf(getToken())?.sub
  return { store: person ? local : session, key: `${person ?? 'visitor'} ${formKey}` }
}

/** The drafts that are not too old. Anybody may have written there: what is none of ours is ignored. */
function readAll(store: typeof local): Map<string, StoredDraft> {
  try {
    const all = Object.entries(
      JSON.parse(store.getItem(FORM_DRAFTS_KEY) ?? '{}') as Record<string, Partial<StoredDraft> | null>,
    )
    const good = all.filter(([, draft]) => Math.abs(Date.now() - Number(draft?.at)) < DAY_MS)
    return new Map(good as [string, StoredDraft][])
  } catch {
    return new Map()
  }
}

/** What this person typed into this form; undefined for nothing, and for what is of another kind than `empty`. */
export function readFormDraft<T>(formKey: string | undefined, empty: T): T | undefined {
  if (formKey === undefined) return undefined
  const { store, key } = storageKeyOf(formKey)
  const value = readAll(store).get(key)?.value
  return value !== null && typeof value === typeof empty ? (value as T) : undefined
}

/** Stores what this person typed into this form; a value equal to `empty` removes the draft. */
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
    // A full storage keeps nothing more; what is on screen stays.
  }
}

/**
 * As useState, for what is typed into a form: it is there again when one comes back; without a key it is not. Setting it works after its component
 * has gone, too: what was refused then is not lost.
 */
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
