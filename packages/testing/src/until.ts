const LOOK_EVERY_MS = 20

/** Waits without a limit: the test's own time limit ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}
