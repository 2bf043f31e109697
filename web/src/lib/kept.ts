import { useRef, useState } from 'react'
import { KEPT_KEY } from './kept-key.js'
import { getToken } from './session.js'
import { local, session } from './storage.js'
import { claimsOf } from './token.js'

// What was typed into a form and not sent outlives the page: for a day, for the person who typed it, until they sign out.
// A visitor's stays in its tab: nobody knows who opens the next. Never for passwords, codes, tokens or what is in files.

interface Kept {
  value: unknown
  at: number
}

const DAY_MS = 86_400_000
/** On one device; the oldest goes first. */
const MAX_PLACES = 50

/** Whose it is and where. */
function keyOf(place: string): { store: typeof local; key: string } {
  const person = claimsOf(getToken())?.sub
  return { store: person ? local : session, key: `${person ?? 'visitor'} ${place}` }
}

/** What is kept and not too old. Anybody may have written there: what is none of ours is nothing. */
function readAll(store: typeof local): Map<string, Kept> {
  try {
    const all = Object.entries(JSON.parse(store.getItem(KEPT_KEY) ?? '{}') as Record<string, Partial<Kept> | null>)
    const good = all.filter(([, kept]) => Math.abs(Date.now() - Number(kept?.at)) < DAY_MS)
    return new Map(good as [string, Kept][])
  } catch {
    return new Map()
  }
}

/** What this person typed at this place; undefined for nothing, and for what is of another kind than `empty`. */
export function readKept<T>(place: string | undefined, empty: T): T | undefined {
  if (place === undefined) return undefined
  const { store, key } = keyOf(place)
  const value = readAll(store).get(key)?.value
  return value !== null && typeof value === typeof empty ? (value as T) : undefined
}

/** Keeps what this person typed at this place; what is as `empty` is not kept any more. */
export function keep<T>(place: string | undefined, value: T, empty: T): void {
  if (place === undefined) return
  const { store, key } = keyOf(place)
  const all = readAll(store)
  all.delete(key)
  if (JSON.stringify(value) !== JSON.stringify(empty)) all.set(key, { value, at: Date.now() })
  const entries = [...all].slice(-MAX_PLACES)
  try {
    if (entries.length > 0) store.setItem(KEPT_KEY, JSON.stringify(Object.fromEntries(entries)))
    else store.removeItem(KEPT_KEY)
  } catch {
    // A full storage keeps nothing more; what is on screen stays.
  }
}

/**
 * As useState, for what is typed at a place: it is there again when one comes back; without a place it is not. Setting it works after its component
 * has gone, too: what was refused then is not lost.
 */
export function useKept<T>(place: string | undefined, empty: T): [T, (next: T | ((before: T) => T)) => void] {
  const [value, setValue] = useState<T>(() => readKept(place, empty) ?? empty)
  const latest = useRef(value)
  const set = (next: T | ((before: T) => T)) => {
    latest.current = typeof next === 'function' ? (next as (before: T) => T)(latest.current) : next
    keep(place, latest.current, empty)
    setValue(latest.current)
  }
  return [value, set]
}
