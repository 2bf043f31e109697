import { statSync } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { InputFailure } from '@toile/contracts/failures'
import { isolation } from '@toile/runtime/isolation'
import { contentsOf, cpuMsOf, entriesOf, memoryOf, statOf } from '@toile/runtime/proc'
import { SandboxError } from './sandbox-error.js'

export interface IsolatedLimits {
  /** Of the script. */
  maxMemoryBytes: number
  /** Of all threads of all its processes together; only where the host has a /proc. */
  maxCpuMs?: number
}

/** RSS is looked at this often: ArrayBuffers live off V8's heap, so --max-old-space-size alone holds nothing back. */
const USE_CHECK_MS = 50
/** In every such turn the folder is looked at: 2,000 files take some 30 ms. */
const FOLDER_TURN = 10
/** A script, its shell and its tool are four with the two of bubblewrap; Blender has some threads for each core. */
const MAX_PROCESSES = 32
const MAX_THREADS = 256 + 16 * availableParallelism()
/** An archive may have 2,000. */
const MAX_FILES = 10_000
/** A script has some 25. */
const MAX_OPEN_FILES = 2_000

/**
 * What a child and all that it has started use, those included whose starter is gone: bubblewrap takes them over. It stays
 * outside as our child; inside, its own first process has the script as its first child.
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
    // Each thread has children of its own.
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
 * Of files that these hold without a name, removed or of memory alone: they lie in no folder, and in the memory of none.
 * Zero where the host does not let us look.
 * @throws SandboxError where too many files are open, or a removed one is mapped
 */
function namelessBytes(pids: readonly number[], folder: string): number {
  const files = pids.flatMap((pid) => entriesOf(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`))
  if (files.length > MAX_OPEN_FILES) throw new SandboxError('the child opens too many files')
  // How long a file is that is only mapped, the kernel tells nobody but root: no script of ours has any.
  const { dev } = statSync(folder)
  const device = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)].map((n) =>
    n.toString(16).padStart(2, '0'),
  )
  const isRemoved = new RegExp(`^\\S+ \\S+ \\S+ ${device.join(':')} .* \\(deleted\\)$`, 'm')
  if (pids.some((pid) => isRemoved.test(contentsOf(`/proc/${pid}/maps`))))
    throw new SandboxError('the child keeps a file that it has removed')
  const bytes = new Map<string, number>()
  for (const file of files)
    try {
      const stat = statSync(file)
      if (stat.isFile() && stat.nlink === 0) bytes.set(`${stat.dev}.${stat.ino}`, lengthOf(stat))
    } catch {
      // Closed since.
    }
  return [...bytes.values()].reduce((sum, length) => sum + length, 0)
}

/** As long as it is, as a copy has no holes, or as what is set aside for it. */
const lengthOf = ({ size, blocks }: { size: number; blocks: number }) => Math.max(size, blocks * 512)

interface Watched {
  /** Undefined where it could not be started. */
  pid: number | undefined
  limits(): IsolatedLimits
  /** What its tools may hold beside the script. */
  maxToolBytes?: number | undefined
  folder: string
  maxMadeBytes: number
}

/** Looks at what a child uses until the function that it returns is called. `stop` hears of what is too much. */
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
    // Twice: in the moment in which a process starts another both seem to hold what the one holds.
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
 * Holds all files together that a child has made against a limit.
 * @param pids of those that may hold some that have no name
 * @throws SandboxError where they are too large or too many, or lie where nobody can look
 */
export async function assertMade(
  { folder, maxMadeBytes }: Pick<Watched, 'folder' | 'maxMadeBytes'>,
  pids: readonly number[] = [],
): Promise<void> {
  let bytes = namelessBytes(pids, folder)
  let files = 0
  const folders = [folder]
  // What is gone between two looks is no fault.
  const goneIsFine = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new SandboxError(`the child's folder cannot be looked at: ${error.code}`)
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
  if (isTooMuch()) throw new SandboxError('the child makes too much')
}
