import { queryClient } from './query.js'

const CHECK_EVERY_MS = 200
/** What waits for this is wanted all the same where a picture hangs. */
const MAX_CHECKS = 15

/** Resolves when neither a query nor a picture of the page is loading, twice in a row; or after 3 s. */
export async function waitForPageIdle(): Promise<void> {
  for (let check = 0, idle = 0; check < MAX_CHECKS && idle < 2; check++) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
    const isIdle =
      [...document.images].every((one) => one.complete || one.loading === 'lazy') && !queryClient.isFetching()
    idle = isIdle ? idle + 1 : 0
  }
}
