import { useSyncExternalStore } from 'react'
import { setTitlePercent } from '../../../lib/page-title.js'

/** A file that this tab sends, will send, has sent, or could go on with. */
export interface Sending {
  /** Of this tab only; the server gives `uploadId` when it knows of the file. */
  key: string
  uploadId: string | undefined
  filename: string
  sentBytes: number
  totalBytes: number
  bytesPerSecond: number
  secondsLeft: number | undefined
  /** `waiting` for its turn, `left` by an earlier visit; the rest as they say. */
  state: 'waiting' | 'moving' | 'paused' | 'interrupted' | 'left' | 'failed' | 'sent'
  why?: 'offline' | 'stalled' | 'server' | undefined
  /** Why it failed or waits, for a person. */
  message?: string | undefined
  /** Sent by the back office for its own pages: it never becomes a work. */
  isBackstage?: boolean
  /** Only `left`: the browser still knows the file, one press goes on. */
  oneClick?: boolean
}

// It lives outside React, so that the bytes go on while one walks through the pages, and apart from the protocol, so
// that pages without uploads do not load that.
let sendings: readonly Sending[] = []
const listeners = new Set<() => void>()

export const allSendings = (): readonly Sending[] => sendings

export function putSending(sending: Sending): void {
  show([...sendings, sending])
}

export function changeSending(key: string, part: Partial<Sending>): void {
  show(sendings.map((one) => (one.key === key ? { ...one, ...part } : one)))
}

export function dropSendings(isGone: (sending: Sending) => boolean): void {
  show(sendings.filter((one) => !isGone(one)))
}

function show(next: readonly Sending[]): void {
  sendings = next
  const active = sendings.filter(isActive)
  setTitlePercent(active.length > 0 ? percentOf(active) : undefined)
  if (active.some(({ state }) => state !== 'paused')) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  listeners.forEach((listener) => listener())
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Whether it is on its way, or stopped and meant to go on. */
export function isActive({ state }: Pick<Sending, 'state'>): boolean {
  return state === 'moving' || state === 'interrupted' || state === 'waiting' || state === 'paused'
}

/** Whole percent of all the bytes of these; 100 only when everything is there. */
export function percentOf(parts: readonly Pick<Sending, 'sentBytes' | 'totalBytes'>[]): number {
  const sum = (name: 'sentBytes' | 'totalBytes') => parts.reduce((total, part) => total + part[name], 0)
  return sum('totalBytes') === 0 ? 0 : Math.floor((100 * sum('sentBytes')) / sum('totalBytes'))
}

/** Every file of this tab, in the order in which they were chosen. */
export function useSendings(): readonly Sending[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, allSendings)
}
