import { createExternalStore } from '../../../lib/external-store.js'
import { setTitlePercent } from '../../../lib/page-title.js'

export interface UploadTask {
  /** Unique in this tab. The server assigns `uploadId` later. */
  key: string
  uploadId: string | undefined
  filename: string
  sentBytes: number
  totalBytes: number
  bytesPerSecond: number
  secondsLeft: number | undefined
  /** A `waiting` task waits for its turn. A `left` task was not finished during an earlier visit. */
  state: 'waiting' | 'moving' | 'paused' | 'interrupted' | 'left' | 'failed' | 'sent'
  reason?: 'offline' | 'stalled' | 'server' | undefined
  message?: string | undefined
  /** Whether a backstage form sent the file as kind `file`, which never becomes a work. */
  isBackstage?: boolean
  /** Only for the state `left`. Whether the browser has a file handle, so that one press resumes the upload. */
  oneClick?: boolean
}

// The tasks are kept outside React, so that transfers survive navigation. They are in a file of their own, because most
// pages never load the code that transfers files.
let tasks: readonly UploadTask[] = []
const store = createExternalStore()

export const getUploadTasks = (): readonly UploadTask[] => tasks

export function addUploadTask(task: UploadTask): void {
  setTasks([...tasks, task])
}

export function updateUploadTask(key: string, part: Partial<UploadTask>): void {
  setTasks(tasks.map((one) => (one.key === key ? { ...one, ...part } : one)))
}

export function removeUploadTasks(isGone: (task: UploadTask) => boolean): void {
  setTasks(tasks.filter((one) => !isGone(one)))
}

function setTasks(next: readonly UploadTask[]): void {
  tasks = next
  const active = tasks.filter(isActive)
  setTitlePercent(active.length > 0 ? percentOf(active) : undefined)
  if (active.some(({ state }) => state !== 'paused')) addEventListener('beforeunload', warnBeforeUnload)
  else removeEventListener('beforeunload', warnBeforeUnload)
  store.changed()
}

const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

export function isActive({ state }: Pick<UploadTask, 'state'>): boolean {
  return state === 'moving' || state === 'interrupted' || state === 'waiting' || state === 'paused'
}

/** The percentage is rounded down, so that 100 means that all bytes are sent. */
export function percentOf(parts: readonly Pick<UploadTask, 'sentBytes' | 'totalBytes'>[]): number {
  const sum = (name: 'sentBytes' | 'totalBytes') => parts.reduce((total, part) => total + part[name], 0)
  return sum('totalBytes') === 0 ? 0 : Math.floor((100 * sum('sentBytes')) / sum('totalBytes'))
}

export function useUploadTasks(): readonly UploadTask[] {
  return store.useValue(getUploadTasks)
}
