import { createExternalStore } from '../../../lib/external-store.js'
import { setTitlePercent } from '../../../lib/page-title.js'

/** The upload of a file that this tab sends, will send, has sent, or could resume. */
export interface UploadTask {
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
  reason?: 'offline' | 'stalled' | 'server' | undefined
  /** Why it failed or waits, for a person. */
  message?: string | undefined
  /** Sent by the back office for its own pages: it never becomes a work. */
  isBackstage?: boolean
  /** Only `left`: the browser still knows the file, one press goes on. */
  oneClick?: boolean
}

// It lives outside React, so that the bytes go on while one walks through the pages, and apart from the protocol, so
// that pages without uploads do not load that.
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

/** Whether it is on its way, or stopped and meant to go on. */
export function isActive({ state }: Pick<UploadTask, 'state'>): boolean {
  return state === 'moving' || state === 'interrupted' || state === 'waiting' || state === 'paused'
}

/** Whole percent of all the bytes of these; 100 only when everything is there. */
export function percentOf(parts: readonly Pick<UploadTask, 'sentBytes' | 'totalBytes'>[]): number {
  const sum = (name: 'sentBytes' | 'totalBytes') => parts.reduce((total, part) => total + part[name], 0)
  return sum('totalBytes') === 0 ? 0 : Math.floor((100 * sum('sentBytes')) / sum('totalBytes'))
}

/** Every file of this tab, in the order in which they were chosen. */
export function useUploadTasks(): readonly UploadTask[] {
  return store.useValue(getUploadTasks)
}
