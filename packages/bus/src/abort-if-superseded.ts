/** What nobody wants any more costs at most this much more of the machine. */
const LOOK_EVERY_MS = 500

/** The thing was deleted or cancelled meanwhile, or a later attempt took over. */
class NoLongerWanted extends Error {
  override name = 'NoLongerWanted'
}

/**
 * Runs long work with a signal that fires when the job is cancelled or nobody wants its result any more. Quietly done
 * with in the latter case: there is nothing left to move.
 * @param isWanted asks Postgres, the truth
 */
export async function whileWanted(
  isWanted: () => Promise<boolean>,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController()
  const timer = setInterval(() => {
    isWanted()
      .then((wanted) => wanted || gone.abort(new NoLongerWanted()))
      // Postgres is away: what comes next says so.
      .catch(() => {})
  }, LOOK_EVERY_MS)
  try {
    await work(AbortSignal.any([outer, gone.signal]))
  } catch (error) {
    // A foreign key that is gone says the same, sooner.
    if (!gone.signal.aborted && (await isWanted())) throw error
    if (outer.aborted) throw error
  } finally {
    clearInterval(timer)
  }
}
