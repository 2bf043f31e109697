/** Interval of the checks. It is about the longest delay until unwanted work is aborted, if Postgres is reachable. */
const LOOK_EVERY_MS = 500

/** The job's subject was deleted or cancelled, or a later attempt superseded this one. */
class NoLongerWanted extends Error {
  override name = 'NoLongerWanted'
}

/** Aborts `work` if `outer` aborts or the result is unwanted. Drops errors of unwanted work, unless `outer` aborted. */
export async function whileWanted(
  isWanted: () => Promise<boolean>,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController()
  const timer = setInterval(() => {
    isWanted()
      .then((wanted) => wanted || gone.abort(new NoLongerWanted()))
      // If Postgres is unreachable, the next write of `work` fails and reports it.
      .catch(() => {})
  }, LOOK_EVERY_MS)
  try {
    await work(AbortSignal.any([outer, gone.signal]))
  } catch (error) {
    // `work` may fail between two checks because its subject was deleted (a foreign key is violated), so check again.
    if (!gone.signal.aborted && (await isWanted())) throw error
    if (outer.aborted) throw error
  } finally {
    clearInterval(timer)
  }
}
