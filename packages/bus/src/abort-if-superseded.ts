/** Bounds the work wasted on an unwanted result. */
const LOOK_EVERY_MS = 500

/** Deleted, cancelled, or superseded by a later attempt. */
class NoLongerWanted extends Error {
  override name = 'NoLongerWanted'
}

/** Aborts long work when the job is cancelled, or (without an error) when its result is not wanted any more. */
export async function whileWanted(
  isWanted: () => Promise<boolean>,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController()
  const timer = setInterval(() => {
    isWanted()
      .then((wanted) => wanted || gone.abort(new NoLongerWanted()))
      // An unreachable Postgres surfaces in the work's next write.
      .catch(() => {})
  }, LOOK_EVERY_MS)
  try {
    await work(AbortSignal.any([outer, gone.signal]))
  } catch (error) {
    // A violated foreign key means the same, and shows it sooner.
    if (!gone.signal.aborted && (await isWanted())) throw error
    if (outer.aborted) throw error
  } finally {
    clearInterval(timer)
  }
}
