import { statSync } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { InputFailure } from '@toile/contracts/failures'
import { isolation } from '@toile/runtime/isolation'
import { contentsOf, cpuMsOf, entriesOf, memoryOf, statOf } from '@toile/runtime/proc'
import { SandboxError } from './sandbox-error.js'

export interface IsolatedLimits {
  maxMemoryBytes: number
  /** CPU time of the child and its descendants together. The limit is enforced only if the host has /proc. */
  maxCpuMs?: number
}

/** Interval of the checks of RSS, CPU and processes. --max-old-space-size misses ArrayBuffers, outside V8's heap. */
const USE_CHECK_MS = 50
/** The folder is checked in every 10th interval only, because a check of 2,000 files takes about 30 ms. */
const FOLDER_TURN = 10
/** A run has up to four processes: bubblewrap's two, the script and its tool. Blender starts some threads per core. */
const MAX_PROCESSES = 32
const MAX_THREADS = 256 + 16 * availableParallelism()
/** The limit is well above the 2,000 files that an archive may have. */
const MAX_FILES = 10_000
/** The limit is well above the 25 or so files that a script opens. */
const MAX_OPEN_FILES = 2_000

/**
 * Sums up the memory, CPU time and threads of `child` and its descendants. With bubblewrap, `child` is bubblewrap's
 * outer process. The child of this process is the sandbox's init process, which adopts orphans, so orphans count, too.
 * The first child of the init process is the script.
 */
function useOf(child: number | undefined) {
  const pids = child === undefined ? [] : [child]
  const memory: number[] = []
  const seen: number[] = []
  let threads = 0
  let cpuMs = 0
  for (let pid = pids.shift(); pid !== undefined && threads <= MAX_THREADS; pid = pids.shift()) {
    const tasks = entriesOf(`/proc/${pid}/task`)
    threads += tasks.length
    seen.push(pid)
    memory.push(memoryOf(pid, 'VmRSS'))
    cpuMs += cpuMsOf(statOf(pid), [11, 12, 13, 14])
    for (const task of tasks)
      pids.push(...contentsOf(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number))
  }
  return {
    scriptBytes: memory[isolation().bwrap ? 2 : 0] ?? 0,
    allBytes: memory.reduce((sum, bytes) => sum + bytes, 0),
    ...{ cpuMs, threads, pids: seen },
  }
}

/**
 * Returns the bytes of open files without a name (removed files and memfd), which neither the folder nor RSS includes.
 * The result is 0 if /proc is unreadable.
 * @throws SandboxError when too many files are open or a removed file is mapped; the system's error for `folder`
 */
function namelessBytes(pids: readonly number[], folder: string): number {
  const files = pids.flatMap((pid) => entriesOf(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`))
  if (files.length > MAX_OPEN_FILES) throw new SandboxError('the child keeps too many files open')
  // Only root sees the size of a file that is mapped but not open. Our scripts never map a removed file, so a child
  // that maps one is refused.
  const { dev } = statSync(folder)
  const device = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)].map((n) =>
    n.toString(16).padStart(2, '0'),
  )
  const isRemoved = new RegExp(`^\\S+ \\S+ \\S+ ${device.join(':')} .* \\(deleted\\)$`, 'm')
  if (pids.some((pid) => isRemoved.test(contentsOf(`/proc/${pid}/maps`))))
    throw new SandboxError('the child maps a removed file')
  const bytes = new Map<string, number>()
  for (const file of files)
    try {
      const stat = statSync(file)
      if (stat.isFile() && stat.nlink === 0) bytes.set(`${stat.dev}.${stat.ino}`, lengthOf(stat))
    } catch {}
  return [...bytes.values()].reduce((sum, length) => sum + length, 0)
}

/** Returns the larger of length and allocated space, because a copy would fill the holes of a sparse file. */
const lengthOf = ({ size, blocks }: { size: number; blocks: number }) => Math.max(size, blocks * 512)

interface Watched {
  pid: number | undefined
  limits(): IsolatedLimits
  maxToolBytes?: number | undefined
  folder: string
  maxMadeBytes: number
}

/** Calls `stop` with an error when a limit is exceeded. @returns a function that ends the checks */
export function watchUse(
  { pid, limits, maxToolBytes = 0, ...made }: Watched,
  stop: (reason: unknown) => void,
): () => void {
  let turn = 0
  let isTooMuch = false
  let isOver = false
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    const { scriptBytes, allBytes, cpuMs, pids, threads } = useOf(pid)
    const { maxMemoryBytes, maxCpuMs = Infinity } = limits()
    // Two checks in a row must exceed the limit, because during a fork both processes seem to hold the same memory.
    const wasTooMuch = isTooMuch
    isTooMuch = scriptBytes > maxMemoryBytes || allBytes > maxMemoryBytes + maxToolBytes
    if (wasTooMuch && isTooMuch) stop(new InputFailure('PROCESSING_OUT_OF_MEMORY'))
    if (cpuMs > maxCpuMs) stop(new InputFailure('PROCESSING_TOO_LONG'))
    if (pids.length > MAX_PROCESSES || threads > MAX_THREADS)
      stop(new SandboxError('the child starts too many processes'))
    if (turn++ % FOLDER_TURN === 0)
      looking ??= assertMade(made, pids)
        .catch((error: unknown) => (isOver ? undefined : stop(error)))
        .finally(() => (looking = undefined))
  }, USE_CHECK_MS)
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

/**
 * @param pids processes that may hold open files without a name
 * @throws SandboxError for too many bytes, files or open files, a mapped removed file, or an unreadable folder
 */
export async function assertMade(
  made: Pick<Watched, 'folder' | 'maxMadeBytes'>,
  pids: readonly number[] = [],
): Promise<void> {
  try {
    await assertFew(made, pids)
  } catch (error) {
    // The folder belongs to the child, so the input causes this, too, and no retry helps.
    const { code } = error as NodeJS.ErrnoException
    throw code === undefined ? error : new SandboxError(`cannot read the child's folder: ${code}`, { cause: error })
  }
}

async function assertFew(
  { folder, maxMadeBytes }: Pick<Watched, 'folder' | 'maxMadeBytes'>,
  pids: readonly number[],
): Promise<void> {
  let bytes = namelessBytes(pids, folder)
  let files = 0
  const folders = [folder]
  // A file may disappear after it was listed.
  const goneIsFine = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  }
  const isTooMuch = () => files > MAX_FILES || bytes > maxMadeBytes
  for (let at = folders.pop(); at !== undefined && !isTooMuch(); at = folders.pop())
    for await (const entry of (await opendir(at).catch(goneIsFine)) ?? []) {
      const file = path.join(at, entry.name)
      const stat = await lstat(file).catch(goneIsFine)
      if (entry.isDirectory()) folders.push(file)
      else if (stat) bytes += lengthOf(stat)
      files++
      if (isTooMuch()) break
    }
  if (isTooMuch()) throw new SandboxError('the child writes too many files or bytes')
}
