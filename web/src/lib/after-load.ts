import { queryClient } from './query.js'

const LOOK_EVERY_MS = 200
/** What waits for this is wanted all the same where a picture hangs. */
const LOOKS = 15

/** Resolves when neither an answer nor a picture is on its way that the page waits for, twice in a row; or after 3 s. */
export async function whenIdle(): Promise<void> {
  for (let look = 0, idle = 0; look < LOOKS && idle < 2; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const isIdle =
      [...document.images].every((one) => one.complete || one.loading === 'lazy') && !queryClient.isFetching()
    idle = isIdle ? idle + 1 : 0
  }
}
