const LOOK_EVERY_MS = 20

/** Waits for a condition, however long that takes: the test's own time limit ends it. The one loop of its kind. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}
