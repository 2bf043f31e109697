/** The queue of a path, or the whole queue, is full. */
export class QueueFull extends Error {}

interface Waiter {
  begin(): void
  refuse(error: QueueFull): void
}

/** Waiting tasks. A task is in the `line` of the branch to which its path leads: the root, if the path is empty. */
interface Branch {
  waiting: number
  line: Waiter[]
  branches: Map<string, Branch>
}

/**
 * Runs up to `atOnce` tasks at a time. The first keys of their paths take turns, then the second keys within a first
 * key, and so on. When the queue is full, a task is refused, see makeRoom(). After a task, its place stays empty for
 * `restShare` times the task's duration, at most `MAX_REST_MS`. @throws QueueFull
 */
export function fairQueue({
  atOnce,
  maxWaiting,
  maxWaitingOfPath,
  restShare = 0,
}: {
  atOnce: number
  maxWaiting: number
  maxWaitingOfPath: number
  restShare?: number
}): <T>(path: readonly string[], work: () => Promise<T>) => Promise<T> {
  const root = newBranch()
  let running = 0

  const enter = async (path: readonly string[]) => {
    if (running < atOnce) return void running++
    if ((find(root, path)?.waiting ?? 0) >= maxWaitingOfPath) throw new QueueFull('too many wait')
    if (root.waiting >= maxWaiting) makeRoom(root, path)
    await new Promise<void>((begin, refuse) => add(root, path, { begin, refuse }))
  }
  const leave = () => {
    const next = takeNext(root)
    if (next) next.begin()
    else running--
  }

  return async (path, work) => {
    await enter(path)
    const began = performance.now()
    try {
      return await work()
    } finally {
      // The rest is bounded, because a task may have been slow for reasons other than its CPU use.
      if (restShare > 0) setTimeout(leave, Math.min(MAX_REST_MS, restShare * (performance.now() - began)))
      else leave()
    }
  }
}

const MAX_REST_MS = 100

const newBranch = (): Branch => ({ waiting: 0, line: [], branches: new Map() })

const find = (root: Branch, path: readonly string[]): Branch | undefined =>
  path.reduce<Branch | undefined>((branch, key) => branch?.branches.get(key), root)

function add(root: Branch, path: readonly string[], waiter: Waiter): void {
  let branch = root
  branch.waiting++
  for (const key of path) {
    const next = branch.branches.get(key) ?? newBranch()
    branch.branches.set(key, next)
    branch = next
    branch.waiting++
  }
  branch.line.push(waiter)
}

function takeNext(branch: Branch): Waiter | undefined {
  const [first] = branch.branches
  const waiter = first ? takeNext(first[1]) : branch.line.shift()
  if (waiter) branch.waiting--
  if (!first) return waiter
  branch.branches.delete(first[0])
  if (first[1].waiting > 0) branch.branches.set(...first)
  return waiter
}

/**
 * Refuses the last task of the longest branch. If that branch would not be longer than the new task's branch, makes
 * room within the new task's branch instead. @throws QueueFull if no branch is long enough: the new task is refused
 */
function makeRoom(branch: Branch, [key, ...rest]: readonly string[]): void {
  const own = key === undefined ? undefined : branch.branches.get(key)
  const longest = longestOf(branch)
  if (longest && longest[1] !== own && longest[1].waiting > (own?.waiting ?? 0) + 1) return refuseLast(branch)
  if (!own) throw new QueueFull('too many wait')
  makeRoom(own, rest)
  branch.waiting--
}

function refuseLast(branch: Branch): void {
  branch.waiting--
  const longest = longestOf(branch)
  if (!longest) return branch.line.pop()!.refuse(new QueueFull('too many wait'))
  refuseLast(longest[1])
  if (longest[1].waiting === 0) branch.branches.delete(longest[0])
}

function longestOf({ branches }: Branch): [string, Branch] | undefined {
  let longest: [string, Branch] | undefined
  for (const each of branches) if (!longest || each[1].waiting >= longest[1].waiting) longest = each
  return longest
}
