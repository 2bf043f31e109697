const LOOK_EVERY_MS = 20

/** Waits without a time limit of its own, because the test's time limit applies. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}
