/** There is no place left in the line, for this key or for all. */
export class QueueFull extends Error {}

/**
 * Does work a few at a time; what waits is taken from each key in turns, so that nobody waits behind all that another has
 * asked for. The returned function throws QueueFull.
 */
export function fairQueue({
  atOnce,
  maxWaiting,
  maxWaitingOfKey,
}: {
  atOnce: number
  maxWaiting: number
  maxWaitingOfKey: number
}): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** In the order in which the keys have their turns. */
  const lines = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  const enter = async (key: string) => {
    if (running < atOnce) return void running++
    const line = lines.get(key) ?? []
    if (waiting >= maxWaiting || line.length >= maxWaitingOfKey) throw new QueueFull('too many wait')
    waiting++
    await new Promise<void>((begin) => lines.set(key, [...line, begin]))
  }
  const leave = () => {
    const [first] = lines
    if (!first) return void running--
    const [key, [begin, ...others]] = first
    lines.delete(key)
    if (others.length > 0) lines.set(key, others)
    waiting--
    begin!()
  }

  return async (key, work) => {
    await enter(key)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
