import { queryClient } from './query.js'

const CHECK_EVERY_MS = 200
/** waitForPageIdle() resolves after this many checks at the latest, because a picture may hang. */
const MAX_CHECKS = 15

/** Resolves when two consecutive checks find that no query and no eager picture is loading, or after 3 s. */
export async function waitForPageIdle(): Promise<void> {
  for (let check = 0, idle = 0; check < MAX_CHECKS && idle < 2; check++) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
    const isIdle =
      [...document.images].every((one) => one.complete || one.loading === 'lazy') && !queryClient.isFetching()
    idle = isIdle ? idle + 1 : 0
  }
}
