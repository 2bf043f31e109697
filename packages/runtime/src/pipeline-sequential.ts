/**
 * Makes one item after the other and stores each while the next is made, in order. Rejects only once both have ended.
 */
export async function pipelineSequential<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
  store: (item: Item, made: Made) => Promise<void>,
): Promise<void> {
  let before = Promise.resolve()
  try {
    for (const item of items) {
      const made = await make(item)
      await before
      before = store(item, made)
      // Awaited later, so it must not count as unhandled until then.
      before.catch(() => {})
    }
  } finally {
    await before
  }
}
