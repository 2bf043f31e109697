/** Bounds the work wasted on an unwanted result. */
const LOOK_EVERY_MS = 500

/** The job's subject was deleted or cancelled, or a later attempt superseded this one. */
class NoLongerWanted extends Error {
  override name = 'NoLongerWanted'
}

/** Runs `work`, aborting it with `outer` or once its result is unwanted; in the latter case its error is dropped. */
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
    // `work` may fail before the next check, on a deleted row's foreign key for example, so ask again.
    if (!gone.signal.aborted && (await isWanted())) throw error
    if (outer.aborted) throw error
  } finally {
    clearInterval(timer)
  }
}
