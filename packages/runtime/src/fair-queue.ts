/** There is no place left in the line, for this key or for all. */
export class QueueFull extends Error {}

interface Waiter {
  begin(): void
  refuse(error: QueueFull): void
}

/**
 * Does work a few at a time; what waits is taken from each key in turns, so that nobody waits behind all that another has
 * asked for. Where no more may wait, the last of the longest line makes room for who has a shorter one: many keys together
 * keep nobody out. After each the place rests for `restShare` of the time that it took, which leaves the processor to others.
 * The returned function throws QueueFull.
 */
export function fairQueue({
  atOnce,
  maxWaiting,
  maxWaitingOfKey,
  restShare = 0,
}: {
  atOnce: number
  maxWaiting: number
  maxWaitingOfKey: number
  restShare?: number
}): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** In the order in which the keys have their turns. */
  const lines = new Map<string, Waiter[]>()
  let running = 0
  let waiting = 0

  const enter = async (key: string) => {
    if (running < atOnce) return void running++
    const line = lines.get(key) ?? []
    if (line.length >= maxWaitingOfKey) throw new QueueFull('too many wait')
    if (waiting >= maxWaiting) makeRoom(line.length + 1)
    waiting++
    await new Promise<void>((begin, refuse) => lines.set(key, [...line, { begin, refuse }]))
  }
  /** @throws QueueFull where no line is longer */
  const makeRoom = (length: number) => {
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one))
    if (longest.length <= length) throw new QueueFull('too many wait')
    waiting--
    longest.pop()!.refuse(new QueueFull('too many wait'))
  }
  const leave = () => {
    const [first] = lines
    if (!first) return void running--
    const [key, [next, ...others]] = first
    lines.delete(key)
    if (others.length > 0) lines.set(key, others)
    waiting--
    next!.begin()
  }

  return async (key, work) => {
    await enter(key)
    const began = performance.now()
    try {
      return await work()
    } finally {
      if (restShare > 0) setTimeout(leave, restShare * (performance.now() - began))
      else leave()
    }
  }
}
